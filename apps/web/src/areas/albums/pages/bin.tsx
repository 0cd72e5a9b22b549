import { useInfiniteQuery } from '@tanstack/react-query';
import type { BinnedAlbum, BinnedMedia, BinnedPlaylist } from '@vitrine/contract/bin';
import { LIMITS } from '@vitrine/contract/limits';
import { type ReactNode, useState } from 'react';
import type { MessageResponse } from '../../../lib/api-client.ts';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatBytes, formatCount, formatRelative } from '../../../lib/format.ts';
import { getPictureUrl, getThumbhashUrl } from '../../../lib/picture-url.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { TrashIcon } from '../../../ui/app-icons.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { ImageIcon, RetryIcon } from '../../../ui/icons.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { BackLink, PageHeader } from '../../../ui/page-header.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { SelectionRow } from '../../../ui/toolbar.tsx';
import { useIsPhone } from '../../../ui/use-media-query.ts';
import { type AccountInView, useAccountInView } from '../../accounts/account-in-view.ts';
import { GoToAlbumsLink } from '../../accounts/parts/page-links.tsx';
import { type BinItem, binOptions, usePurgeFromBin, useRestoreAllFromBin, useRestoreFromBin } from '../api/bin.ts';
import { AlbumCover } from '../parts/album-cover.tsx';
import styles from './albums.module.css';

export function BinPage() {
  const account = useAccountInView();
  const { userId } = account;
  const bin = useInfiniteQuery(binOptions(account));
  const dialog = useDialog();
  const { albums = [], playlists = [] } = bin.data?.pages[0] ?? {};
  const medias = bin.data?.pages.flatMap((page) => page.medias) ?? [];
  const rows = [...albums.map(toAlbumEntry), ...playlists.map(toPlaylistEntry), ...medias.map(toMediaEntry)];
  const count = rows.length;
  const choice = useBinSelection(albums, playlists, medias);
  const { restore, restoreAll, remove } = useBinActions(account, {
    onRestored: choice.clear,
    onRemoved: () => {
      choice.clear();
      dialog.close();
    },
  });
  return (
    <>
      <PageHeader
        title="Trash"
        note={count > 0 ? formatCount(count, 'item') : undefined}
        back={<BackLink to="/main" label="Back to albums" />}
        actions={
          count > 0 && (
            <>
              <Button icon={<RetryIcon size={18} />} isLoading={restoreAll.isPending} onClick={() => restoreAll.mutate()}>
                Restore all
              </Button>
              <Button onClick={() => dialog.open('empty')}>Empty Trash</Button>
            </>
          )
        }
      />
      {choice.count > 0 && (
        <BinSelectionBar
          count={choice.count}
          isRestoring={restore.isPending}
          onClear={choice.clear}
          onRestore={() => restore.mutate({ ownerId: userId, ...choice.things })}
          onDelete={() => dialog.open('purgeSelected')}
        />
      )}
      {bin.isPending && <ListSkeleton view="List" />}
      {(bin.isLoadingError || bin.isFetchNextPageError) && (
        <LoadFailure message={getErrorMessage(bin.error)} onRetry={() => void bin.refetch()} />
      )}
      {bin.data && count === 0 && (
        <EmptyState icon={<TrashIcon size={26} />} title="Trash is empty" action={<GoToAlbumsLink />}>
          Deleted photos, videos, albums and playlists stay here for {LIMITS.binDays} days. You can restore them at any time until then.
        </EmptyState>
      )}
      {count > 0 && (
        <div className={styles.list}>
          <DataTable
            label="Deleted items"
            head="Name"
            rows={rows}
            room="usual"
            pictureOf={({ picture }) => picture}
            titleOf={({ name }) => name}
            columns={COLUMNS}
            noteOf={({ from, size, deletedAt }) =>
              [from, size !== null && formatBytes(size), `deleted ${formatRelative(deletedAt)}`].filter(Boolean).join(' · ')
            }
            isSelected={({ _id }) => choice.has(_id)}
            check={({ _id, name }) => (
              <input
                className={styles.check}
                type="checkbox"
                aria-label={`Select ${name}`}
                checked={choice.has(_id)}
                onChange={() => choice.toggle(_id)}
              />
            )}
            actions={({ _id, name, things }) => (
              <>
                <IconButton
                  label={`Restore ${name}`}
                  icon={<RetryIcon size={18} />}
                  onClick={() => restore.mutate({ ownerId: userId, ...things })}
                />
                <IconButton label={`Permanently delete ${name}`} icon={<TrashIcon size={18} />} onClick={() => dialog.open('purge', _id)} />
              </>
            )}
          />
        </div>
      )}
      {bin.hasNextPage && <LoadMore isLoading={bin.isFetchingNextPage} onMore={() => void bin.fetchNextPage()} />}
      <PurgeDialog rows={rows} choice={choice} remove={remove} />
    </>
  );
}

/** Returns the selection without objects that are no longer in the bin, because another tab restored or deleted them or because they expired. */
function useBinSelection(albums: readonly BinnedAlbum[], playlists: readonly BinnedPlaylist[], medias: readonly BinnedMedia[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const of = (all: readonly { _id: string }[]) => all.map(({ _id }) => _id).filter((id) => chosen.has(id));
  const things = { albumIdArr: of(albums), playlistIdArr: of(playlists), mediaIdArr: of(medias) };
  return {
    things,
    count: Object.values(things).flat().length,
    has: (id: string) => chosen.has(id),
    toggle: (id: string) => setChosen((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id])),
    clear: () => setChosen(new Set()),
  };
}

interface SelectionBarProps {
  count: number;
  isRestoring: boolean;
  onClear: () => void;
  onRestore: () => void;
  onDelete: () => void;
}

function BinSelectionBar({ count, isRestoring, onClear, onRestore, onDelete }: SelectionBarProps) {
  const isPhone = useIsPhone();
  return (
    <SelectionRow count={count} onClear={onClear}>
      {isPhone ? (
        <>
          <IconButton label="Restore" icon={<RetryIcon size={18} />} disabled={isRestoring} onClick={onRestore} />
          <IconButton label="Delete permanently" icon={<TrashIcon size={18} />} onClick={onDelete} />
        </>
      ) : (
        <>
          <Button icon={<RetryIcon size={18} />} isLoading={isRestoring} onClick={onRestore}>
            Restore
          </Button>
          <Button icon={<TrashIcon size={18} />} onClick={onDelete}>
            Delete permanently
          </Button>
        </>
      )}
    </SelectionRow>
  );
}

interface PurgeDialogProps {
  rows: readonly BinEntry[];
  choice: ReturnType<typeof useBinSelection>;
  remove: ReturnType<typeof usePurgeFromBin>;
}

/** Confirms deleting one object, the selected ones, or all. */
function PurgeDialog({ rows, choice, remove }: PurgeDialogProps) {
  const dialog = useDialog();
  const target = dialog.dialog === 'purge' ? rows.find(({ _id }) => _id === dialog.target) : undefined;
  const isEmptying = dialog.dialog === 'empty';
  const isOfChosen = dialog.dialog === 'purgeSelected' && choice.count > 0;
  const confirm = () => {
    if (isEmptying) remove.mutate({ all: true });
    else if (isOfChosen) remove.mutate(choice.things);
    else if (target) remove.mutate(target.things);
  };
  return (
    <ConfirmDialog
      isOpen={isEmptying || isOfChosen || target !== undefined}
      onClose={dialog.close}
      onConfirm={confirm}
      title={isEmptying ? 'Empty Trash?' : `Permanently delete ${target ? `“${target.name}”` : formatCount(choice.count, 'item')}?`}
      consequence="This can’t be undone. The storage of photos and videos is freed immediately."
      confirmLabel={isEmptying ? 'Empty Trash' : 'Delete permanently'}
      isBusy={remove.isPending}
    />
  );
}

function useBinActions(account: AccountInView, { onRestored, onRemoved }: { onRestored: () => void; onRemoved: () => void }) {
  const then = (onDone: () => void) => ({
    onSuccess: ({ message }: MessageResponse) => {
      if (message) toast.success(message);
      onDone();
    },
    onError: (error: Error) => void toast.error(getErrorMessage(error)),
  });
  return {
    restore: useRestoreFromBin(then(onRestored)),
    restoreAll: useRestoreAllFromBin(account, then(onRestored)),
    remove: usePurgeFromBin(account, then(onRemoved)),
  };
}

interface BinEntry {
  _id: string;
  name: string;
  deletedAt: string;
  /** As calls name it. */
  things: BinItem;
  picture: ReactNode;
  /** Kind and origin: an album or playlist with its content, or a file of an album. */
  from: string;
  /** Null for a playlist, which takes no storage. */
  size: number | null;
}

const COLUMNS: Column<BinEntry>[] = [
  { head: 'Details', cell: ({ from }) => from },
  { head: 'Size', isNumber: true, cell: ({ size }) => (size === null ? '' : formatBytes(size)) },
  { head: 'Deleted', isNumber: true, cell: ({ deletedAt }) => formatRelative(deletedAt) },
];

const toAlbumEntry = (album: BinnedAlbum): BinEntry => ({
  _id: album._id,
  name: album.name,
  deletedAt: album.deletedAt,
  things: { albumIdArr: [album._id] },
  picture: <AlbumCover album={album} />,
  from: `Album · ${formatCount(album.mediaCount, 'item')}`,
  size: album.size,
});

const toPlaylistEntry = ({ _id, name, albumCount, thumbnail, deletedAt }: BinnedPlaylist): BinEntry => ({
  _id,
  name,
  deletedAt,
  things: { playlistIdArr: [_id] },
  picture: <AlbumCover album={{ thumbnail }} />,
  from: `Playlist · ${formatCount(albumCount, 'album')}`,
  size: null,
});

function toMediaEntry(media: BinnedMedia): BinEntry {
  const key = media.kind === 'video' ? media.videoThumbnail : media.mediaFile.key;
  const picture = key ? (
    <Picture
      src={getPictureUrl(key, { width: 130, height: 100 })}
      alt=""
      placeholder={getThumbhashUrl(media.thumbhash)}
      fallback={<ImageIcon />}
    />
  ) : (
    <ImageIcon />
  );
  const { _id, name, deletedAt, albumName, mediaFile } = media;
  return { _id, name, deletedAt, things: { mediaIdArr: [_id] }, picture, from: albumName, size: mediaFile.size };
}
