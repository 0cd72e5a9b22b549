import type { AlbumSort, MediaSort, NameSort } from './search-params.ts';

interface SortChoice<T extends string> {
  value: T;
  label: string;
}

export const NAME_SORT_CHOICES: readonly SortChoice<NameSort>[] = [
  { value: 'lastmodified', label: 'Last modified' },
  { value: 'az', label: 'Name A–Z' },
  { value: 'za', label: 'Name Z–A' },
];

/** Media are in their album order unless another one is chosen. */
export const MEDIA_SORT_CHOICES: readonly SortChoice<MediaSort | 'sequence'>[] = [
  { value: 'sequence', label: 'Album order' },
  { value: 'takendesc', label: 'Date taken, newest first' },
  { value: 'takenasc', label: 'Date taken, oldest first' },
  ...NAME_SORT_CHOICES,
];

export const ALBUM_SORT_CHOICES: readonly SortChoice<AlbumSort>[] = [
  ...NAME_SORT_CHOICES,
  { value: 'createdAt', label: 'Created' },
  { value: 'sizeasc', label: 'Smallest first' },
  { value: 'sizedesc', label: 'Largest first' },
];
