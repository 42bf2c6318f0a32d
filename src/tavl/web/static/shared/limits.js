// How much may be typed: what the server takes, which the page brings along (web/shared/limits.py).

/**
 * @type {{ max_analysis_note: number, max_code: number, max_length: number, max_name: number, max_places: number,
 *   max_text: number, min_letters: number }}
 */
export const limits = JSON.parse(document.getElementById("limits")?.textContent ?? "");
