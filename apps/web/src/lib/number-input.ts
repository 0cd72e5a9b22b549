/**
 * Parser for amounts and other decimal numbers that people type. It accepts digits and one decimal separator. Readers of some languages write
 * a comma, others a point, so text that could be a grouped whole number as well as a decimal number is rejected instead of guessed.
 */
import { formatCents } from './format.ts';

export type NumberReading = { value: number } | { fault: string };
export type MoneyReading = { cents: number } | { fault: string };

interface Parsed {
  digits: string;
  decimals: string;
}

const PLAIN = /^(\d{1,9})(?:[.,](\d*))?$/;
const GROUPED_OR_DECIMAL = /^[1-9]\d{0,2}[.,]\d{3}$/;
const MAX_DECIMALS = 2;

/** Tests run without a browser. */
const readerLanguage = (): string => (typeof navigator === 'undefined' ? 'en-US' : navigator.language);

/** Chromium reports "en-US@posix" on systems without a language, which Intl rejects. */
function isLanguageTag(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length > 0;
  } catch {
    return false;
  }
}

/** The decimal separator of the reader's language, or of English if the browser reports no valid one. */
export function decimalSeparator(language = readerLanguage()): '.' | ',' {
  const decimal = new Intl.NumberFormat(isLanguageTag(language) ? language : 'en-US')
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal')?.value;
  return decimal === ',' ? ',' : '.';
}

/** Returns undefined for empty text. */
function parse(text: string, language: string | undefined, write: (parsed: Parsed) => string): Parsed | { fault: string } | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  const separator = decimalSeparator(language);
  const matched = PLAIN.exec(typed);
  if (!matched) return { fault: `Enter digits only, such as 12${separator}50.` };
  const [, digits = '', decimals = ''] = matched;
  if (GROUPED_OR_DECIMAL.test(typed)) {
    const whole = digits + decimals;
    const cut = decimals.slice(0, MAX_DECIMALS);
    const readings = `${write({ digits: whole, decimals: '' })} or ${write({ digits, decimals: cut })}`;
    return { fault: `“${typed}” can mean ${readings}. Enter ${whole} or ${digits}${separator}${cut}.` };
  }
  if (decimals.length > MAX_DECIMALS) return { fault: 'Enter no more than two decimal places.' };
  return { digits, decimals };
}

const centsOf = ({ digits, decimals }: Parsed): number => Number(digits) * 100 + Number(decimals.padEnd(MAX_DECIMALS, '0'));
const numberOf = ({ digits, decimals }: Parsed): number => Number(`${digits}.${decimals || '0'}`);

/** Reads an amount of dollars as whole cents. A leading dollar sign is ignored. Returns undefined for empty text. */
export function readMoney(text: string, language?: string): MoneyReading | undefined {
  const parsed = parse(text.trim().replace(/^\$\s*/, ''), language, (reading) => formatCents(centsOf(reading)));
  return parsed && ('fault' in parsed ? parsed : { cents: centsOf(parsed) });
}

/** Reads a size, weight or percentage. Returns undefined for empty text. */
export function readNumber(text: string, language?: string): NumberReading | undefined {
  const parsed = parse(text, language, (reading) => String(numberOf(reading)));
  return parsed && ('fault' in parsed ? parsed : { value: numberOf(parsed) });
}

/** Formats whole cents for a money field: `9.50`, or `9,50` for readers who write a comma. */
export const typedMoney = (cents: number, language?: string): string =>
  (cents / 100).toFixed(MAX_DECIMALS).replace('.', decimalSeparator(language));

/** Formats a number for a field: without grouping, with the reader's decimal separator. */
export const typedNumber = (value: number, language?: string): string => String(value).replace('.', decimalSeparator(language));
