import { column, type Style, type WidgetNode } from './node.ts';

/**
 * Widths of the characters from space to tilde in Instrument Sans at weight 600, each in steps of 0.02 em from '0' on. Other weights between 400 and 700
 * differ by at most 2 percent. The layout is computed from them instead of measured, so that it is the same on screens, in pages and in still images.
 */
const WIDTHS = ':?FTPWV=FFFK>I>FRCLMOMOLNO>>KKKM[UPUVPNVT=ETM]TXQXQPQSUfSSPFFFKGBLOLOMCOO==L=_ONOODIDNKXMKJF<FK';
const STEP_EM = 0.02;
/** Scripts whose characters fill a square, and emoji. */
const SQUARE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\p{Extended_Pictographic}]/u;
const OTHER_EM = 0.6;
/** Fonts that replace the product's one are a little wider. */
const SAFETY = 1.04;

/** Returns the approximate width of a text, in em. */
export function estimateWidth(text: string): number {
  let width = 0;
  for (const character of text.normalize('NFD')) width += getCharacterWidth(character);
  return width * SAFETY;
}

function getCharacterWidth(character: string): number {
  const step = WIDTHS.charCodeAt((character.codePointAt(0) ?? 0) - 32);
  if (step >= 0) return (step - 48) * STEP_EM;
  if (/\p{Mark}/u.test(character)) return 0;
  return SQUARE.test(character) ? 1.05 : OTHER_EM;
}

/** Splits a text into lines of at most `widthEm`. Words that are longer are broken. */
export function wrapText(text: string, widthEm: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, widthEm));
}

function wrapLine(line: string, widthEm: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(/\s+/u).flatMap((part) => breakWord(part, widthEm))) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current !== '' && estimateWidth(longer) > widthEm) {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  return [...lines, current];
}

function breakWord(word: string, widthEm: number): string[] {
  if (estimateWidth(word) <= widthEm) return [word];
  const parts: string[] = [];
  let current = '';
  for (const character of word) {
    if (current !== '' && estimateWidth(current + character) > widthEm) {
      parts.push(current);
      current = character;
    } else current += character;
  }
  return [...parts, current];
}

/** Space for a text. Sizes are in pixels. */
export interface TextBox {
  width: number;
  height: number;
  /** Font sizes to choose from. Text that is too long at `min` ends with an ellipsis. */
  max: number;
  min: number;
  lineHeight?: number;
  /** Default: as many as the height allows. */
  maxLines?: number;
}

export interface FittedText {
  fontSize: number;
  lines: string[];
  /** Pixels. */
  height: number;
}

const DEFAULT_LINE_HEIGHT = 1.2;
/** Each smaller font size that is tried is 6 percent smaller. */
const SHRINK = 0.94;

/** Returns the largest font size at which the text fits without a broken word, and its lines. */
export function fitText(
  text: string,
  { width, height, max, min, lineHeight = DEFAULT_LINE_HEIGHT, maxLines = Infinity }: TextBox,
): FittedText {
  const longestWord = Math.max(...text.split(/\s+/u).map(estimateWidth));
  let fontSize = Math.max(min, Math.min(max, width / longestWord));
  let lines = wrapText(text, width / fontSize);
  while (fontSize > min && (lines.length * fontSize * lineHeight > height || lines.length > maxLines)) {
    fontSize = Math.max(min, fontSize * SHRINK);
    lines = wrapText(text, width / fontSize);
  }
  const room = Math.min(maxLines, Math.max(1, Math.floor(height / (fontSize * lineHeight))));
  if (lines.length > room) lines = [...lines.slice(0, room - 1), addEllipsis(lines[room - 1] ?? '', width / fontSize)];
  return { fontSize, lines, height: lines.length * fontSize * lineHeight };
}

function addEllipsis(line: string, widthEm: number): string {
  let shortened = line;
  while (shortened !== '' && estimateWidth(`${shortened}…`) > widthEm) shortened = shortened.slice(0, -1);
  return `${shortened.trimEnd()}…`;
}

/** Draws a text as large as its box allows. One box for each line, so that every engine breaks lines at the same places. */
export function textBlock(text: string, box: TextBox, style: Style = {}): WidgetNode | null {
  if (text === '') return null;
  const { lineHeight = DEFAULT_LINE_HEIGHT } = box;
  const { fontSize, lines } = fitText(text, box);
  return column(
    { fontSize, lineHeight, flexShrink: 0, ...style },
    lines.map((line) => textLine(line, fontSize * lineHeight)),
  );
}

/** A line stays on one line, and an empty one keeps its height. */
const textLine = (text: string, height: number): WidgetNode => ({
  style: { display: 'flex', whiteSpace: 'pre', height, flexShrink: 0 },
  text,
});

/** One line of a given font size that ends with an ellipsis when it is too long. */
export function singleLine(text: string, fontSize: number, width: number, style: Style = {}): WidgetNode {
  const shown = estimateWidth(text) * fontSize > width ? addEllipsis(text, width / fontSize) : text;
  return { style: { display: 'flex', whiteSpace: 'pre', fontSize, lineHeight: DEFAULT_LINE_HEIGHT, flexShrink: 0, ...style }, text: shown };
}
