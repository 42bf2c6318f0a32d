// Colours. A page may set any of these custom properties on the element; outer rules win over these.
//   --tavl-frame, --tavl-bar, --tavl-lip    the wood around, the bar, the edge of the fields
//   --tavl-field, --tavl-odd, --tavl-even   the playing field and its points
//   --tavl-tray, --tavl-ink                 the trays, numbers on the rims
//   --tavl-light, --tavl-dark               the checkers; with -rim their shade, with -ink what is written on them, with
//                                           -edge the line around them: where a checker is pale on its ground, that
//                                           line stands out by 3 to 1 (WCAG 1.4.11)
//   --tavl-cube, --tavl-cube-ink            the cube
//   --tavl-accent, --tavl-accent-ink        the main button, rings
//   --tavl-target, --tavl-halo              where a picked checker can go, and what sets that off from any ground
//   --tavl-last                             how the last play went
//   --tavl-arrow-best, --tavl-arrow-played  arrows of plays; they lie on --tavl-halo
//   --tavl-text, --tavl-panel               texts and buttons outside the board
//   --tavl-grain, --tavl-depth              how strong the grain and the shadows are, 0 to 1

export const THEMES = new CSSStyleSheet();

const LIGHT = `
  --tavl-frame: #dfe3e6; --tavl-bar: #d3d9dd; --tavl-lip: #b9c2c8;
  --tavl-field: #f7f8f7; --tavl-odd: #c9d6d8; --tavl-even: #e8ddcb;
  --tavl-tray: #eceff0; --tavl-ink: #47535a;
  --tavl-light: #fdfcf9; --tavl-light-rim: #9aa6ad; --tavl-light-ink: #26323a;
  --tavl-dark: #34556b; --tavl-dark-rim: #1f3646; --tavl-dark-ink: #ffffff;
  --tavl-light-edge: #56666f; --tavl-dark-edge: #1f3646; --tavl-halo: #ffffff;
  --tavl-cube: #ffffff; --tavl-cube-ink: #26323a;
  --tavl-accent: #0b6e5f; --tavl-accent-ink: #ffffff;
  --tavl-target: #0c8573; --tavl-last: #d08400; --tavl-arrow-best: #0a6b5d; --tavl-arrow-played: #b3361b;
  --tavl-text: #26323a; --tavl-panel: #ffffff;
  --tavl-grain: 0; --tavl-depth: 0.45;`;

const DARK = `
  --tavl-frame: #20252c; --tavl-bar: #1b2026; --tavl-lip: #0d1013;
  --tavl-field: #2b323b; --tavl-odd: #3f4b58; --tavl-even: #57493f;
  --tavl-tray: #161a1f; --tavl-ink: #b3bec9;
  --tavl-light: #ece6d8; --tavl-light-rim: #a89f8c; --tavl-light-ink: #23211d;
  --tavl-dark: #b0483a; --tavl-dark-rim: #6d251c; --tavl-dark-ink: #ffffff;
  --tavl-light-edge: #a89f8c; --tavl-dark-edge: #ec9a8c; --tavl-halo: #0d1013;
  --tavl-cube: #e9e4d8; --tavl-cube-ink: #23211d;
  --tavl-accent: #56c2a8; --tavl-accent-ink: #06231c;
  --tavl-target: #5fd6ba; --tavl-last: #f0b64a; --tavl-arrow-best: #5fd6ba; --tavl-arrow-played: #ffb3a3;
  --tavl-text: #e6ebf0; --tavl-panel: #262c34;
  --tavl-grain: 0; --tavl-depth: 0.8;`;

const CONTRAST = `
  --tavl-frame: #000000; --tavl-bar: #000000; --tavl-lip: #ffffff;
  --tavl-field: #1c1c1c; --tavl-odd: #6e6e6e; --tavl-even: #3d3d3d;
  --tavl-tray: #000000; --tavl-ink: #ffffff;
  --tavl-light: #ffffff; --tavl-light-rim: #000000; --tavl-light-ink: #000000;
  --tavl-dark: #000000; --tavl-dark-rim: #ffffff; --tavl-dark-ink: #ffffff;
  --tavl-light-edge: #000000; --tavl-dark-edge: #ffffff; --tavl-halo: #000000;
  --tavl-cube: #ffffff; --tavl-cube-ink: #000000;
  --tavl-accent: #ffe100; --tavl-accent-ink: #000000;
  --tavl-target: #ffe100; --tavl-last: #00e5ff; --tavl-arrow-best: #ffe100; --tavl-arrow-played: #00e5ff;
  --tavl-text: #ffffff; --tavl-panel: #000000;
  --tavl-grain: 0; --tavl-depth: 0;`;

THEMES.replaceSync(`
:host {
  --tavl-frame: #5a3520; --tavl-bar: #4d2c1a; --tavl-lip: #2c170c;
  --tavl-field: #c99f68; --tavl-odd: #7b3f26; --tavl-even: #ecd8b0;
  --tavl-tray: #3a2114; --tavl-ink: #f0dcbc;
  --tavl-light: #f6ecd8; --tavl-light-rim: #a8916a; --tavl-light-ink: #3b2a18;
  --tavl-dark: #33251f; --tavl-dark-rim: #120b08; --tavl-dark-ink: #f6ecd8;
  --tavl-light-edge: #63492a; --tavl-dark-edge: #b89f80; --tavl-halo: #fff6e2;
  --tavl-cube: #f3e7cf; --tavl-cube-ink: #4a2c19;
  --tavl-accent: #f0c66b; --tavl-accent-ink: #3a2110;
  --tavl-target: #2f7f4b; --tavl-last: #f2b632; --tavl-arrow-best: #1f6b3c; --tavl-arrow-played: #b02a12;
  --tavl-text: #f4e6cd; --tavl-panel: #4a2a18;
  --tavl-grain: 1; --tavl-depth: 1;
}
:host([theme="light"]), :host([theme="auto"]) {${LIGHT}}
:host([theme="dark"]) {${DARK}}
:host([theme="contrast"]) {${CONTRAST}}
:host([theme="safe"]) {
  --tavl-frame: #3c4148; --tavl-bar: #33383e; --tavl-lip: #1d2024;
  --tavl-field: #d9dcdf; --tavl-odd: #adb4ba; --tavl-even: #f2f3f4;
  --tavl-tray: #24282c; --tavl-ink: #eef1f3;
  --tavl-light: #f4b73f; --tavl-light-rim: #7a5200; --tavl-light-ink: #2e1f00;
  --tavl-dark: #0b5fa5; --tavl-dark-rim: #04294a; --tavl-dark-ink: #ffffff;
  --tavl-light-edge: #5c3d00; --tavl-dark-edge: #8cc2ee; --tavl-halo: #ffffff;
  --tavl-cube: #ffffff; --tavl-cube-ink: #1d2024;
  --tavl-accent: #ffffff; --tavl-accent-ink: #1d2024;
  --tavl-target: #000000; --tavl-last: #cc4fa3; --tavl-arrow-best: #000000; --tavl-arrow-played: #a8327f;
  --tavl-text: #ffffff; --tavl-panel: #33383e;
  --tavl-grain: 0; --tavl-depth: 0.7;
}
@media (prefers-color-scheme: dark) { :host([theme="auto"]) {${DARK}} }
@media (prefers-contrast: more) { :host {${CONTRAST}} }
@media (forced-colors: active) {
  :host {
    --tavl-frame: Canvas; --tavl-bar: Canvas; --tavl-lip: CanvasText;
    --tavl-field: Canvas; --tavl-odd: GrayText; --tavl-even: Canvas;
    --tavl-tray: Canvas; --tavl-ink: CanvasText;
    --tavl-light: Canvas; --tavl-light-rim: CanvasText; --tavl-light-ink: CanvasText;
    --tavl-dark: CanvasText; --tavl-dark-rim: Canvas; --tavl-dark-ink: Canvas;
    --tavl-light-edge: CanvasText; --tavl-dark-edge: CanvasText; --tavl-halo: Canvas;
    --tavl-cube: Canvas; --tavl-cube-ink: CanvasText;
    --tavl-accent: Highlight; --tavl-accent-ink: HighlightText;
    --tavl-target: Highlight; --tavl-last: LinkText; --tavl-arrow-best: Highlight; --tavl-arrow-played: LinkText;
    --tavl-text: CanvasText; --tavl-panel: Canvas;
    --tavl-grain: 0; --tavl-depth: 0;
  }
}
`);
