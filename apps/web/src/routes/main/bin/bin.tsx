import { useInfiniteQuery } from '@tanstack/react-query';
import type { BinnedAlbum, BinnedMedia } from '@vitrine/contract/bin';
import { LIMITS } from '@vitrine/contract/limits';
import { pictureUrl } from '../../../entities/media/picture-url.ts';
import { thumbhashUrl } from '../../../entities/media/thumbhash-url.ts';
import { usePurge, useRestore } from '../../../features/albums/api/album-mutations.ts';
import { binOptions } from '../../../features/albums/api/bin.ts';
import { AlbumCover } from '../../../features/albums/components/album-cover.tsx';
import { messageOf } from '../../../lib/app-error.ts';
import { countOf, formatBytes, formatRelative } from '../../../lib/format.ts';
import { TrashIcon } from '../../../ui/app-icons.tsx';
import { BackLink } from '../../../ui/back-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { Row, RowList } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ImageIcon, RetryIcon } from '../../../ui/icons.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useDialog } from '../../use-overlay.ts';
import { type AccountInView, useAccount } from '../use-account.ts';

export function BinPage() {
  const account = useAccount();
  const { userId } = account;
  const bin = useInfiniteQuery(binOptions(account));
  const dialog = useDialog();
  const { restore, remove } = useBinActions(account, dialog.close);
  const albums = bin.data?.pages[0]?.albums ?? [];
  const medias = bin.data?.pages.flatMap((page) => page.medias) ?? [];
  const count = albums.length + medias.length;
  const target = [...albums, ...medias].find(({ _id }) => _id === dialog.target);
  const isAlbum = albums.some(({ _id }) => _id === dialog.target);
  const confirm = () => {
    if (dialog.dialog === 'empty') remove.mutate({ all: true });
    else if (target) remove.mutate(isAlbum ? { albumIdArr: [target._id] } : { mediaIdArr: [target._id] });
  };
  return (
    <>
      <PageHeader
        title="Bin"
        note={count > 0 ? countOf(count, 'thing') : undefined}
        back={<BackLink to="/main" label="Back to albums" />}
        actions={count > 0 && <Button onClick={() => dialog.open('empty')}>Empty the bin</Button>}
      />
      {bin.isPending && <ListSkeleton view="List" />}
      {bin.isError && <LoadFailure message={messageOf(bin.error)} onRetry={() => void bin.refetch()} />}
      {bin.isSuccess && count === 0 && (
        <EmptyState icon={<TrashIcon size={26} />} title="The bin is empty">
          What you delete is kept here for {LIMITS.binDays} days, and can be brought back.
        </EmptyState>
      )}
      {count > 0 && (
        <RowList label="Deleted items">
          {albums.map((album) => (
            <BinRow
              key={album._id}
              thing={album}
              {...albumParts(album)}
              onRestore={() => restore.mutate({ ownerId: userId, albumIdArr: [album._id] })}
              onDelete={() => dialog.open('purge', album._id)}
            />
          ))}
          {medias.map((media) => (
            <BinRow
              key={media._id}
              thing={media}
              {...mediaParts(media)}
              onRestore={() => restore.mutate({ ownerId: userId, mediaIdArr: [media._id] })}
              onDelete={() => dialog.open('purge', media._id)}
            />
          ))}
        </RowList>
      )}
      {bin.hasNextPage && <LoadMore isLoading={bin.isFetchingNextPage} onMore={() => void bin.fetchNextPage()} />}
      <ConfirmDialog
        isOpen={dialog.dialog === 'empty' || (dialog.dialog === 'purge' && target !== undefined)}
        onClose={dialog.close}
        onConfirm={confirm}
        title={dialog.dialog === 'empty' ? 'Empty the bin?' : `Delete “${target?.name ?? ''}” for good?`}
        consequence="This can’t be undone. The storage is freed right away."
        confirmLabel={dialog.dialog === 'empty' ? 'Empty the bin' : 'Delete for good'}
        isBusy={remove.isPending}
      />
    </>
  );
}

function useBinActions(account: AccountInView, onDone: () => void) {
  const onSuccess = ({ message }: { message?: string }) => {
    if (message) toast.success(message);
  };
  const onError = (error: Error) => toast.error(messageOf(error));
  const restore = useRestore({ onSuccess, onError });
  const remove = usePurge(account, {
    onSuccess: (answer: { message?: string }) => {
      onSuccess(answer);
      onDone();
    },
    onError,
  });
  return { restore, remove };
}

const albumParts = (album: BinnedAlbum) => ({
  picture: <AlbumCover album={album} />,
  about: `Album · ${countOf(album.mediaCount, 'item')} · ${formatBytes(album.size)}`,
});

function mediaParts(media: BinnedMedia) {
  const key = media.kind === 'video' ? media.videoThumbnail : media.mediaFile.key;
  const picture = key ? (
    <Picture
      src={pictureUrl(key, { width: 130, height: 100 })}
      alt=""
      placeholder={thumbhashUrl(media.thumbhash)}
      fallback={<ImageIcon />}
    />
  ) : (
    <ImageIcon />
  );
  return { picture, about: `${media.albumName} · ${formatBytes(media.mediaFile.size)}` };
}

interface BinRowProps {
  thing: { name: string; deletedAt: string };
  picture: React.ReactNode;
  about: string;
  onRestore: () => void;
  onDelete: () => void;
}

function BinRow({ thing, picture, about, onRestore, onDelete }: BinRowProps) {
  return (
    <Row
      picture={picture}
      title={thing.name}
      note={`${about} · deleted ${formatRelative(thing.deletedAt)}`}
      menu={
        <>
          <IconButton label={`Restore ${thing.name}`} icon={<RetryIcon size={18} />} onClick={onRestore} />
          <IconButton label={`Delete ${thing.name} for good`} icon={<TrashIcon size={18} />} onClick={onDelete} />
        </>
      }
    />
  );
}
