import type { Album } from '@vitrine/contract/albums';
import type { Playlist } from '@vitrine/contract/playlists';

/**
 * Returns true when an own album would show nothing in the playlist, because the playlist's owner does not see it: a member's own album in a family's
 * playlist. For shared albums the server decides.
 */
export const isHiddenFromPlaylistOwner = ({ userId, orgId }: Pick<Playlist, 'userId' | 'orgId'>, album: Album): boolean =>
  album.sharedBy.length === 0 &&
  album.createdBy !== userId &&
  (album.orgId === null || album.orgId !== orgId) &&
  !album.sharedWith.some((member) => member.userId === userId && member.accepted);
