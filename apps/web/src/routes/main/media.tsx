import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { MESSAGES } from '@vitrine/contract/messages';
import { albumOptions } from '../../features/albums/api/albums.ts';
import { mediaListOptions } from '../../features/media/api/media.ts';
import { DeleteMediaDialog } from '../../features/media/components/delete-media-dialog.tsx';
import { MediaGrid } from '../../features/media/components/media-grid.tsx';
import { MediaPreview } from '../../features/media/components/media-preview.tsx';
import { SelectionBar } from '../../features/media/components/selection-bar.tsx';
import { useSelection } from '../../features/media/hooks/use-selection.ts';
import { DropZone } from '../../features/uploads/components/drop-zone.tsx';
import { UploadButton } from '../../features/uploads/components/upload-button.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { formatBytes } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ImageIcon } from '../../ui/icons.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { SortMenu, Toolbar } from '../../ui/toolbar.tsx';
import type { MediaFilter, NameSort } from '../search-schemas.ts';
import { useDialog, useOverlay } from '../use-overlay.ts';
import { BackLink } from './back-link.tsx';
import { NAME_SORT_CHOICES } from './list-choices.ts';
import { ListSkeleton } from './list-skeleton.tsx';

const FILTERS: { value: MediaFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'image', label: 'Image' },
  { value: 'video', label: 'Video' },
];

export function MediaScreen() {
  const { albumId, filter, sort, mediaIndex } = useSearch({ from: '/main/media' });
  const album = useQuery(albumOptions(albumId));
  const media = useInfiniteQuery(mediaListOptions({ albumId, filter, sort }));
  const items = media.data?.pages.flat() ?? [];
  const navigate = useNavigate();
  const overlay = useOverlay();
  const dialog = useDialog();
  const isCovered = mediaIndex !== undefined || dialog.dialog !== undefined;
  const selection = useSelection(
    items.map(({ _id }) => _id),
    !isCovered,
  );
  const selected = items.filter(({ _id }) => selection.ids.has(_id));
  const setSearch = (next: { filter?: MediaFilter; sort?: NameSort }) =>
    void navigate({ to: '/main/media', search: { albumId, filter, sort, ...next }, replace: true });
  if (album.isError) {
    return <LoadFailure message={messageOf(album.error)} onRetry={() => void album.refetch()} />;
  }
  const canAdd = album.data?.abilities.addMedia ?? false;
  return (
    <>
      <PageHeader
        title={album.data?.name ?? ' '}
        note={
          album.data &&
          album.data.albumStorage > 0 &&
          `${album.data.imageCount + album.data.videoCount} · ${formatBytes(album.data.albumStorage)}`
        }
        back={<BackLink to="/main" label="Back to albums" />}
        actions={canAdd && items.length > 0 && <UploadButton albumId={albumId} label="Add media" />}
      />
      {selected.length > 0 ? (
        <SelectionBar count={selected.length} onClear={selection.clear} onDelete={() => dialog.open('delete')} />
      ) : (
        <Toolbar label="Media">
          <SegmentedChoice label="Show" value={filter ?? 'all'} onChange={(next) => setSearch({ filter: next })} choices={FILTERS} />
          <SortMenu value={sort ?? 'lastmodified'} onChange={(next) => setSearch({ sort: next })} choices={NAME_SORT_CHOICES} />
        </Toolbar>
      )}
      {media.isPending && <ListSkeleton />}
      {media.isError && <LoadFailure message={messageOf(media.error)} onRetry={() => void media.refetch()} />}
      {media.isSuccess && items.length === 0 && (
        <NoMedia albumId={albumId} canAdd={canAdd} isFiltered={filter === 'image' || filter === 'video'} />
      )}
      {items.length > 0 && (
        <MediaGrid
          items={items}
          selected={selection.ids}
          canSelect={canAdd}
          onPick={selection.pick}
          onOpen={(index) => void overlay.show({ mediaIndex: index })}
        />
      )}
      {media.hasNextPage && (
        <Button onClick={() => void media.fetchNextPage()} isLoading={media.isFetchingNextPage}>
          Show more
        </Button>
      )}
      {canAdd && album.data && !isCovered && <DropZone albumId={albumId} albumName={album.data.name} />}
      <MediaPreview
        items={items}
        index={mediaIndex}
        onMove={(index) => void overlay.show({ mediaIndex: index }, { replace: true })}
        onClose={() => overlay.hide({ mediaIndex: undefined })}
      />
      <DeleteMediaDialog albumId={albumId} media={selected} isOpen={dialog.dialog === 'delete'} onClose={dialog.close} />
    </>
  );
}

function NoMedia({ albumId, canAdd, isFiltered }: { albumId: string; canAdd: boolean; isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={<ImageIcon size={26} />}
        title="Nothing of this kind"
        action={
          <Link to="/main/media" search={{ albumId }}>
            Show all
          </Link>
        }
      />
    );
  }
  return (
    <EmptyState icon={<ImageIcon size={26} />} title={MESSAGES.noMedia} action={canAdd && <UploadButton albumId={albumId} />}>
      Drop photos and videos anywhere on this page, or choose them. JPEG, PNG, WebP, AVIF, HEIC, MP4, MOV, MKV and other videos.
    </EmptyState>
  );
}
