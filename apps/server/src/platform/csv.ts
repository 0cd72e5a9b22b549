/** What a spreadsheet would reckon. A tab or a line break before it would not stop one. */
const FORMULA = /^\s*[=+\-@]/;

/** A text as a cell (RFC 4180). A quote before what would be a formula makes it a text. */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

/** The headings. Without the mark before them, spreadsheets take UTF-8 for something else. */
export const csvHead = (headings: readonly string[]): string => `\uFEFF${csvLine(headings)}`;
