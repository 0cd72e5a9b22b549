import { useQueryClient } from '@tanstack/react-query';
import type { Album } from '@vitrine/contract/albums';
import type { Device } from '@vitrine/contract/devices';
import { LIMITS } from '@vitrine/contract/limits';
import type { Playlist } from '@vitrine/contract/playlists';
import type { MessageResponse } from '../../../lib/api-client.ts';
import { deviceKeys, playlistKeys, publishKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { addAlbums, createPlaylist, playlistListOptions } from '../../playlists/api/playlists.ts';
import { publishPlaylist } from '../../publishing/api/publishes.ts';

interface AlbumOnDevice {
  album: Pick<Album, '_id' | 'name'>;
  device: Pick<Device, '_id'>;
}

/** One act of three calls: a playlist of the album, and its publish. Whoever tries again after a failure goes on with the playlist that is there. */
export function usePublishAlbum(after: MutationCallbacks<AlbumOnDevice, MessageResponse>) {
  const client = useQueryClient();
  const { userId, orgId } = useAccountInView();
  const publish = async ({ album, device }: AlbumOnDevice) => {
    const playlists = await client.fetchQuery({ ...playlistListOptions(userId, undefined, orgId), staleTime: 0 });
    const playlist = playlists.find((one) => isPlaylistOfAlbum(one, album)) ?? (await createPlaylistOfAlbum(album));
    if (playlist.albumArr.length === 0) await addAlbums(playlist._id, [album._id], 1);
    return publishPlaylist({ playlistId: playlist._id }, [device._id]);
  };
  return useApiMutation(
    { change: publish, stale: [playlistKeys.all, deviceKeys.all, publishKeys.all, publishKeys.targets], isStaleOnError: true },
    after,
  );
}

const getPlaylistName = ({ name }: { name: string }): string => name.slice(0, LIMITS.nameMax).trim();

function isPlaylistOfAlbum({ name, albumArr, abilities }: Playlist, album: AlbumOnDevice['album']): boolean {
  if (!abilities.edit) return false;
  return albumArr.length === 0 ? name === getPlaylistName(album) : albumArr.length === 1 && albumArr[0]?.albumId._id === album._id;
}

const createPlaylistOfAlbum = async (album: AlbumOnDevice['album']): Promise<Playlist> =>
  (await createPlaylist({ name: getPlaylistName(album), caption: '' })).result;
