/** Returns a search text as it is compared: trimmed and in lower case. */
export const normalizeSearchText = (typed: string): string => typed.trim().toLowerCase();

/** Escapes the wildcards of `like`. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Longer texts are found by their beginning and then compared. */
const MAX_TRIGRAMS = 12;

/** As the indexes of parts cut a text up: in threes, and one of one or two characters as it is. */
export function splitIntoTrigrams(text: string): string[] {
  const characters = [...text];
  const width = Math.min(3, characters.length);
  const parts = characters.slice(0, characters.length - width + 1).map((_, place) => characters.slice(place, place + width).join(''));
  return [...new Set(parts)].slice(0, MAX_TRIGRAMS);
}
