/** The start of a formula in a spreadsheet, which also skips white space before it. */
const FORMULA_PATTERN = /^\s*[=+\-@]/;
/** The start of a formula behind a character that many spreadsheets take for a separator, whether or not the cell is quoted. */
const SEPARATED_FORMULA = /([;\t|\r\n]\s*)(?=[=+\-@])/g;

/** Formats a text as a cell (RFC 4180). An apostrophe in front of a formula makes it a text. */
export function formatCsvCell(text: string): string {
  const separated = text.replace(SEPARATED_FORMULA, "$1'");
  const safe = FORMULA_PATTERN.test(separated) ? `'${separated}` : separated;
  return /[",;\t|\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const formatCsvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

/** The headings. Without the mark before them, spreadsheets take UTF-8 for something else. */
export const formatCsvHeader = (headings: readonly string[]): string => `\uFEFF${formatCsvLine(headings)}`;
