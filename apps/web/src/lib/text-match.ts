/** Returns true when a name contains every typed word, ignoring case and accents. */
export function matchesSearch(name: string, wanted: string): boolean {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain(wanted)
    .split(/\s+/)
    .every((word) => plain(name).includes(word));
}
