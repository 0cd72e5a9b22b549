import type { Album } from '@vitrine/contract/albums';
import type { Playlist, PlaylistAlbum } from '@vitrine/contract/playlists';

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

/**
 * Returns true when an own album would show nothing in the playlist, because the playlist's owner does not see it: a member's own album in a family's
 * playlist. For shared albums the server decides.
 */
export const isHiddenFromPlaylistOwner = ({ userId, orgId }: Pick<Playlist, 'userId' | 'orgId'>, album: Album): boolean =>
  album.sharedBy.length === 0 &&
  album.createdBy !== userId &&
  (album.orgId === null || album.orgId !== orgId) &&
  !album.sharedWith.some((member) => member.userId === userId && member.accepted);
