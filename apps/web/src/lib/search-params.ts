/**
 * The query string as plain text values. The router's own coding is JSON, which would quote
 * and re-type what the specification writes bare (`open=false`, `add=A12345`).
 */
export function parseSearchText(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearchText(search: Record<string, string | number | boolean | null | undefined>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value));
  }
  const text = params.toString();
  return text ? `?${text}` : '';
}

/** Reads the specification's query keys from text. Unknown keys are dropped, so that addresses do not grow. */
export type RawSearch = Record<string, unknown>;

export const readText = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Returns those of these keys that are text. A list of names is shorter than a line for each, in code that every page loads. */
export const readTexts = <Key extends string>(raw: object, ...keys: Key[]): { [Name in Key]?: string } =>
  Object.fromEntries(keys.map((key) => [key, (raw as RawSearch)[key]]).filter(([, value]) => readText(value))) as {
    [Name in Key]?: string;
  };

export const readOneOf = <T extends string>(value: unknown, choices: readonly T[]): T | undefined =>
  choices.find((choice) => choice === value);

export const readCount = (value: unknown): number | undefined => {
  const number = typeof value === 'string' ? Number.parseInt(value, 10) : value;
  if (typeof number !== 'number') return undefined;
  return Number.isInteger(number) && number >= 0 ? number : undefined;
};

export const readFlag = (value: unknown): boolean => value === true || value === 'true';
