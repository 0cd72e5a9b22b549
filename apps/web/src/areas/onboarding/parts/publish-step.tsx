import { useQueryClient } from '@tanstack/react-query';
import type { Album } from '@vitrine/contract/albums';
import type { Device } from '@vitrine/contract/devices';
import { LIMITS } from '@vitrine/contract/limits';
import type { Playlist } from '@vitrine/contract/playlists';
import type { MessageResponse } from '../../../lib/api-client.ts';
import { deviceKeys, playlistKeys, publishKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { CastIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/loading.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { ErrorWithUpgrade } from '../../accounts/parts/plan-usage.tsx';
import { addAlbums, createPlaylist, playlistListOptions } from '../../playlists/api/playlists.ts';
import { publishPlaylist } from '../../publishing/api/publishes.ts';
import { getProgressLabel, getScreenProgress } from '../../publishing/screen-progress.ts';
import type { OnboardingProgress } from '../onboarding-steps.ts';
import styles from './onboarding.module.css';

export function PublishStep({ filled, device, isPublished }: OnboardingProgress<Album, Device>) {
  const publish = usePublishAlbum({});
  if (device && isPublished) return <PublishInProgress device={device} />;
  // Nothing is scheduled on the screen until the first photo is processed.
  if (device && publish.isSuccess)
    return <Preparing label={`Preparing your photos. They appear on ${device.name} as soon as they are ready.`} />;
  const album = filled;
  const missing = getMissingMessage(album !== undefined, device);
  return (
    <>
      <p className={styles.soft}>{missing ?? `Publish “${album?.name}” to ${device?.name}. Photos you add later appear automatically.`}</p>
      <Button
        kind={missing ? 'secondary' : 'primary'}
        size="large"
        icon={<CastIcon size={18} />}
        disabled={missing !== null}
        isLoading={publish.isPending}
        onClick={() => album && device && publish.mutate({ album, device })}
      >
        Publish
      </Button>
      {publish.error && (
        <p className={styles.failure} role="alert">
          <ErrorWithUpgrade error={publish.error} />
        </p>
      )}
    </>
  );
}

function getMissingMessage(hasAlbum: boolean, device: Device | undefined): string | null {
  if (!hasAlbum && !device) return 'Add photos and a screen first. Then publish with one click.';
  if (!hasAlbum) return 'Add photos first.';
  if (!device) return 'Add a screen first.';
  // An offline device cannot be selected anywhere else either (specification 2 §2).
  return device.status === 0 ? `${device.name} is offline. Open /screen on it again, then publish.` : null;
}

function PublishInProgress({ device }: { device: Device }) {
  const progress = getScreenProgress(device);
  const percent = progress.is === 'downloading' ? (progress.downloaded / progress.total) * 100 : null;
  const label =
    progress.is === 'offline' ? `${device.name} is offline. It will show your photos when it reconnects.` : getProgressLabel(progress);
  return (
    <div className={styles.progress}>
      <p className={styles.soft}>{label}</p>
      {progress.is !== 'offline' && <Progress value={percent} label={label} />}
    </div>
  );
}

function Preparing({ label }: { label: string }) {
  return (
    <div className={styles.progress}>
      <p className={styles.soft}>{label}</p>
      <Progress value={null} label={label} />
    </div>
  );
}

interface AlbumOnDevice {
  album: Pick<Album, '_id' | 'name'>;
  device: Pick<Device, '_id'>;
}

/** Publishes an album in three calls: creates a playlist, adds the album and publishes. A retry continues with the existing playlist. */
function usePublishAlbum(after: MutationCallbacks<AlbumOnDevice, MessageResponse>) {
  const client = useQueryClient();
  const { userId, orgId } = useAccountInView();
  const publish = async ({ album, device }: AlbumOnDevice) => {
    const playlists = await client.fetchQuery({ ...playlistListOptions(userId, undefined, orgId), staleTime: 0 });
    const playlist = playlists.find((candidate) => isPlaylistOfAlbum(candidate, album)) ?? (await createPlaylistOfAlbum(album));
    if (playlist.albumArr.length === 0) await addAlbums(playlist._id, [album._id], 1);
    return publishPlaylist({ playlistId: playlist._id }, [device._id]);
  };
  return useApiMutation(
    { mutate: publish, invalidates: [playlistKeys.all, deviceKeys.all, publishKeys.all, publishKeys.targets], invalidatesOnError: true },
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
