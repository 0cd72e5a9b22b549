import type { Album } from '@vitrine/contract/albums';
import type { Playlist } from '@vitrine/contract/playlists';

/**
 * Whether an album of one's own would show nothing in the playlist, because whoever owns that does not see it: a member's own album in a
 * family's playlist. Of what others shared the server knows.
 */
export const isHiddenFromPlaylistOwner = ({ userId, orgId }: Pick<Playlist, 'userId' | 'orgId'>, album: Album): boolean =>
  album.sharedBy.length === 0 &&
  album.createdBy !== userId &&
  (album.orgId === null || album.orgId !== orgId) &&
  !album.sharedWith.some((member) => member.userId === userId && member.accepted);
