import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { deviceListOptions } from '../../features/devices/api/devices.ts';
import { playlistItemsOptions, playlistOptions } from '../../features/playlists/api/playlists.ts';
import { PlaylistAlbums } from '../../features/playlists/components/playlist-albums.tsx';
import { PlaylistFormDialog } from '../../features/playlists/components/playlist-form-dialog.tsx';
import { PlaylistPlayer } from '../../features/playlists/components/playlist-player.tsx';
import { PublishDialog } from '../../features/publishing/components/publish-dialog.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { countOf, formatBytes } from '../../lib/format.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { CastIcon, ImageIcon, PencilIcon, PlusIcon } from '../../ui/icons.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDialog } from '../use-overlay.ts';
import { BackLink } from './back-link.tsx';
import styles from './playlist-preview.module.css';
import { useAccount } from './use-account.ts';

/** While a publish is being followed, in case live events are lost. */
const FOLLOW_MS = 2000;

export function PlaylistPreviewScreen() {
  const { playlistId } = useSearch({ from: '/main/playlistpreview' });
  const dialog = useDialog();
  const playlist = useQuery(playlistOptions(playlistId));
  const items = useQuery(playlistItemsOptions(playlistId));
  const isPublishing = dialog.dialog === 'publish';
  const account = useAccount();
  const devices = useQuery({
    ...deviceListOptions(account.userId, undefined, account.orgId),
    enabled: isPublishing,
    refetchInterval: FOLLOW_MS,
  });
  if (playlist.isError) return <LoadFailure message={messageOf(playlist.error)} onRetry={() => void playlist.refetch()} />;
  if (!playlist.data) return <Skeleton style={{ aspectRatio: '16 / 9', maxWidth: 960 }} />;
  const { name, caption, itemCount, sizeBytes, albumArr } = playlist.data;
  const addAlbum = (
    <Link to="/main/playlist/addalbum" search={{ playlistId }} className={buttonClass('secondary')}>
      <PlusIcon size={18} />
      Add Album
    </Link>
  );
  return (
    <>
      <PageHeader
        title={name}
        note={itemCount > 0 ? `${countOf(itemCount, 'item')} · ${formatBytes(sizeBytes)}` : undefined}
        back={<BackLink to="/main/playlist" label="Back to playlists" />}
        actions={
          <>
            <IconButton label="Edit playlist" icon={<PencilIcon />} onClick={() => dialog.open('edit')} />
            {albumArr.length > 0 && addAlbum}
            <Button kind="primary" icon={<CastIcon size={18} />} onClick={() => dialog.open('publish')} disabled={itemCount === 0}>
              Publish
            </Button>
          </>
        }
      />
      {caption && <p className={styles.caption}>{caption}</p>}
      {albumArr.length === 0 ? (
        <EmptyState icon={<ImageIcon size={26} />} title="Nothing to play yet" action={addAlbum}>
          Add one album or several. They play one after the other, and whatever is added to them later joins by itself.
        </EmptyState>
      ) : (
        <div className={styles.columns}>
          <div>
            {items.data && items.data.length > 0 && <PlaylistPlayer items={items.data} name={name} />}
            {items.data?.length === 0 && <p className={styles.none}>These albums have no photo or video that is ready to play.</p>}
            {items.isPending && <Skeleton style={{ aspectRatio: '16 / 9' }} />}
            {items.isError && <LoadFailure message={messageOf(items.error)} onRetry={() => void items.refetch()} />}
          </div>
          <section aria-labelledby="albums">
            <h2 id="albums" className={styles.heading}>
              Albums
            </h2>
            <PlaylistAlbums playlist={playlist.data} />
          </section>
        </div>
      )}
      <PlaylistFormDialog isOpen={dialog.dialog === 'edit'} playlist={playlist.data} onClose={dialog.close} />
      <PublishDialog
        isOpen={isPublishing && devices.data !== undefined}
        onClose={dialog.close}
        playlist={playlist.data}
        devices={devices.data?.devices ?? []}
      />
    </>
  );
}
