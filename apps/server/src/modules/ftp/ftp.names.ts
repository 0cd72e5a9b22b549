import { getDownloadName, getTitle } from '../files/index.ts';

const MAX_CHARACTERS = 200;
const KNOWN_EXTENSIONS = /\.(jpe?g|a?png|gif|tiff?|webp|avif|hei[cf]|mp4|m4v|mov|avi|webm|mkv)$/i;

/** As a name that every system can have for a file or folder. */
export function toSafeName(name: string): string {
  const safe = [...name.replace(/[/\\\p{Cc}]/gu, '_')].slice(0, MAX_CHARACTERS).join('').trim();
  return /^\.{0,2}$/.test(safe) ? '_' : safe;
}

/** What a person calls the media, with the ending it came with or, when that says nothing, the one of what it is. */
export function getFileName({ name, originalName, mimetype }: { name: string; originalName: string; mimetype: string }): string {
  const ending = KNOWN_EXTENSIONS.exec(originalName)?.[0];
  if (ending !== undefined) return toSafeName(name.endsWith(ending) ? name : `${name}${ending}`);
  // A download's name has its ending replaced; this one has none yet.
  return toSafeName(KNOWN_EXTENSIONS.test(name) ? name : getDownloadName(`${name}.x`, mimetype));
}

/** Each its own name, also where capitals do not count: later ones of the same get a number, `Summer (2)`. */
export function assignUniqueNames<T>(items: readonly T[], nameOf: (item: T) => string): Map<string, T> {
  const named = new Map<string, T>();
  const taken = new Set<string>();
  const next = new Map<string, number>();
  for (const item of items) {
    const wanted = nameOf(item);
    let name = wanted;
    const key = wanted.toLowerCase();
    for (let number = next.get(key) ?? 2; taken.has(name.toLowerCase()); number++) {
      name = appendNumber(wanted, number);
      next.set(key, number + 1);
    }
    taken.add(name.toLowerCase());
    named.set(name, item);
  }
  return named;
}

function appendNumber(name: string, number: number): string {
  const title = KNOWN_EXTENSIONS.test(name) ? getTitle(name) : name;
  return `${title} (${number})${name.slice(title.length)}`;
}
