import type { AlbumSort, NameSort } from '../search-schemas.ts';

interface Choice<T extends string> {
  value: T;
  label: string;
}

export const NAME_SORT_CHOICES: readonly Choice<NameSort>[] = [
  { value: 'lastmodified', label: 'Last modified' },
  { value: 'az', label: 'Name A–Z' },
  { value: 'za', label: 'Name Z–A' },
];

export const SORT_CHOICES: readonly Choice<AlbumSort>[] = [
  ...NAME_SORT_CHOICES,
  { value: 'createdAt', label: 'Created' },
  { value: 'sizeasc', label: 'Smallest first' },
  { value: 'sizedesc', label: 'Largest first' },
];

/** Whether a name holds every word that was typed, whatever the case and the accents. */
export function matches(name: string, wanted: string): boolean {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain(wanted)
    .split(/\s+/)
    .every((word) => plain(name).includes(word));
}
