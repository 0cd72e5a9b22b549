import type { PlaylistAlbum } from '@vitrine/contract/playlists';

/** Order in which the albums are displayed; playback always follows their sequence. */
export function sortEntries(entries: readonly PlaylistAlbum[], sort: 'sequence' | 'az' | 'za'): readonly PlaylistAlbum[] {
  if (sort === 'sequence') return entries;
  const direction = sort === 'az' ? 1 : -1;
  return entries.toSorted((one, other) => direction * one.albumId.name.localeCompare(other.albumId.name));
}

/** The ids with one of them at another place; places beyond the ends are the ends. */
export function moveEntry(ids: readonly string[], id: string, place: number): string[] {
  const others = ids.filter((other) => other !== id);
  return others.toSpliced(Math.max(0, Math.min(others.length, place)), 0, id);
}

/** Merges the order being edited with saved changes: without removed albums, and with added ones at the end. */
export function mergeSavedOrder(draft: readonly string[], saved: readonly string[]): string[] {
  const there = new Set(saved);
  const known = new Set(draft);
  return [...draft.filter((id) => there.has(id)), ...saved.filter((id) => !known.has(id))];
}
