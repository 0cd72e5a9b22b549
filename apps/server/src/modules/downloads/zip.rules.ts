import { sanitizeFileName } from '../files/index.ts';

const MAX_NAME_LENGTH = 120;
/** Reserved device names on Windows, with any extension. */
const WINDOWS_RESERVED_NAMES = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Returns a file name that every system can unpack: no folders, no device names, no forbidden characters, no dot at either end. */
export function toSafeZipName(title: string, ending: string): string {
  const plain = sanitizeFileName(title.replace(/[/\\]/g, '_'))
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .replace(WINDOWS_RESERVED_NAMES, '_$&');
  return `${[...plain].slice(0, MAX_NAME_LENGTH).join('') || 'Untitled'}.${ending}`.normalize('NFC');
}

/** Returns a function that makes names unique: the second `Beach.jpg` becomes `Beach (2).jpg`. Names that differ only in case count as equal. */
export function createUniqueNameGenerator(): (name: string) => string {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return (name) => {
    const [, title = name, ending = ''] = /^(.*?)(\.[^.]*)?$/s.exec(name) ?? [];
    let unique = name;
    for (let count = counts.get(name.toLowerCase()) ?? 2; taken.has(unique.toLowerCase()); count++) {
      unique = `${title} (${count})${ending}`;
      counts.set(name.toLowerCase(), count + 1);
    }
    taken.add(unique.toLowerCase());
    return unique;
  };
}
