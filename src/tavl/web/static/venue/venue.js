// The poster of a venue goes to the printer.
document.getElementById("print")?.addEventListener("click", () => print());
