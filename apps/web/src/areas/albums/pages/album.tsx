import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { ACCEPTED_KINDS } from '@vitrine/contract/accepted-files';
import type { Album } from '@vitrine/contract/albums';
import type { Media } from '@vitrine/contract/media';
import { countItems } from '@vitrine/contract/media-kinds';
import { MESSAGES } from '@vitrine/contract/messages';
import type { ReactNode } from 'react';
import { getErrorMessage, getLoadFailure } from '../../../lib/app-error.ts';
import { formatBytes, formatCount } from '../../../lib/format.ts';
import { useUserId } from '../../../lib/session.ts';
import { useDialog, useOverlay } from '../../../lib/use-overlay.ts';
import { buttonClass, IconButton } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/card.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { ImageIcon, InfoIcon } from '../../../ui/icons.tsx';
import { Row } from '../../../ui/layout.tsx';
import { BackLink, PageHeader } from '../../../ui/page-header.tsx';
import { WithSidePanel } from '../../../ui/side-panel.tsx';
import { useIsPhone, useMediaQuery } from '../../../ui/use-media-query.ts';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { PageFailure } from '../../accounts/parts/page-failure.tsx';
import { GoToAlbumsLink } from '../../accounts/parts/page-links.tsx';
import { findPositionInAlbum } from '../../media/media-position.ts';
import { MediaGrid } from '../../media/parts/media-grid.tsx';
import { MediaPreview } from '../../media/parts/media-preview.tsx';
import { MediaSelectionBar } from '../../media/parts/media-selection-bar.tsx';
import { useAlbumMedia } from '../../media/use-album-media.ts';
import { useFavourites } from '../../media/use-favourites.ts';
import { useMediaSelection } from '../../media/use-selection.ts';
import { FreeSpaceNote } from '../../uploads/parts/free-space-note.tsx';
import { UploadButton } from '../../uploads/parts/upload-button.tsx';
import { UploadTarget } from '../../uploads/upload-target.ts';
import { albumOptions } from '../api/albums.ts';
import { AlbumSideList } from '../parts/album-side-list.tsx';
import { AlbumActionsMenu, MediaToolbar } from '../parts/album-toolbar.tsx';
import { MediaDetailPanel } from '../parts/media-detail-panel.tsx';
import { MediaDialogs } from '../parts/media-dialogs.tsx';
import { TileMenu } from '../parts/tile-menu.tsx';
import type { MediaFilter } from '../search-params.ts';
import { useMoveMedia } from '../use-move-media.ts';
import { usePreviewActions } from '../use-preview-actions.tsx';
import styles from './album.module.css';

/** When details are shown on the right, the list on the left needs a wider window, so that four columns fit between them. */
const ROOM_FOR_SIDE_LIST = '(min-width: 1280px)';
const ROOM_FOR_BOTH = '(min-width: 1700px)';

/** `children`: dialogs of other areas about the album. */
export function AlbumPage({ children }: { children: ReactNode }) {
  const { albumId, filter, sort, mediaIndex, slideshow, shared, details } = useSearch({ from: '/main/media' });
  const account = useAccountInView();
  const { album, abilities } = useAlbum(albumId);
  const media = useAlbumMedia({ albumId, filter, sort }, mediaIndex);
  const isPhone = useIsPhone();
  const overlay = useOverlay();
  const dialog = useDialog();
  const isCovered = mediaIndex !== undefined || dialog.dialog !== undefined;
  const selection = useMediaSelection({ albumId, filter, sort }, !isCovered);
  const favourites = useFavourites(albumId);
  const previewActions = usePreviewActions(abilities, favourites);
  const arrange = useMoveMedia(albumId, media, selection, abilities.arrange);
  const hasSideList = useMediaQuery(details === undefined ? ROOM_FOR_SIDE_LIST : ROOM_FOR_BOTH);
  if (getLoadFailure(album)) return <PageFailure query={album} what="album" others="/main" />;
  const isOrdered = sort === undefined && (filter ?? 'all') === 'all';
  const create = abilities.add && media.count > 0 && <UploadButton albumId={albumId} label="Add media" />;
  const toDetails = (about: string | undefined) =>
    about === undefined ? overlay.hide({ details: undefined }) : void overlay.show({ details: about }, { replace: details !== undefined });
  // Who only looks at the album has none (specification 2 §4): the preview offers them what they may do.
  const menuOf = (item: Media, index: number) => (
    <TileMenu
      media={item}
      index={index}
      count={media.count}
      can={{ ...abilities, order: abilities.arrange && isOrdered, edit: abilities.edit(item) }}
      isFavourite={account.isOwn ? favourites.has(item._id) : undefined}
      onFavourite={() => favourites.toggle(item._id)}
      onDetails={() => toDetails(String(index))}
      onPlace={(place) => arrange.place([item._id], place)}
    />
  );
  const panel = (
    <MediaDetailPanel
      album={album.data}
      media={media}
      about={details}
      canEdit={abilities.edit}
      onClose={() => toDetails(undefined)}
      onShare={() => dialog.open('share', albumId)}
    />
  );
  return (
    <Row align="start" gap={8} data-only-create={create ? '' : undefined}>
      {hasSideList && (
        <AlbumSideList
          key={shared ? 'shared' : 'mine'}
          scope={account}
          albumId={albumId}
          isShared={shared ?? false}
          onDropMedia={arrange.drop}
          onCreate={() => dialog.open('create')}
        />
      )}
      <div className={styles.main}>
        <AlbumHeader
          album={album.data}
          hasDetails={details === 'album'}
          create={!isPhone && create}
          menu={album.data && media.count > 0 && <AlbumActionsMenu album={album.data} />}
          onDetails={() => toDetails(details === 'album' ? undefined : 'album')}
        />
        <WithSidePanel isUnderHead panel={panel}>
          {selection.ids.size > 0 ? (
            <MediaSelectionBar albumId={albumId} selection={selection} total={media.count} canArrange={abilities.arrange} />
          ) : (
            <MediaToolbar create={create} />
          )}
          {media.isPending && <ListSkeleton />}
          {media.error && media.count === 0 && <LoadFailure message={getErrorMessage(media.error)} onRetry={media.refetch} />}
          {!media.isPending && !media.error && media.count === 0 && (
            <NoMedia albumId={albumId} canAdd={abilities.add} filter={filter ?? 'all'} />
          )}
          {media.count > 0 && (
            <MediaGrid
              key={`${albumId} ${filter} ${sort}`}
              albumId={albumId}
              media={media}
              selection={selection}
              favourites={favourites.ids}
              hasPanel={details !== undefined}
              canSelect={abilities.add}
              canOrder={abilities.arrange && isOrdered}
              isActive={!isCovered}
              onOpen={(index) => void overlay.show({ mediaIndex: index })}
              onPlace={arrange.place}
              menuOf={abilities.add ? menuOf : undefined}
            />
          )}
        </WithSidePanel>
      </div>
      {abilities.add && album.data && !isCovered && <UploadTarget albumId={albumId} albumName={album.data.name} />}
      <MediaPreview
        albumId={albumId}
        at={media.at}
        isFetching={media.isFetching}
        count={media.ratios?.length}
        index={mediaIndex}
        actions={previewActions}
        startsPlaying={slideshow}
        // A photo that is no longer a favorite disappears from that list anyway.
        whereIs={filter === 'favourite' ? undefined : ({ _id }) => findPositionInAlbum({ albumId, filter, sort }, _id)}
        onMove={(index) => void overlay.show({ mediaIndex: index, slideshow: undefined }, { replace: true })}
        onClose={() => overlay.hide({ mediaIndex: undefined, slideshow: undefined })}
      >
        <MediaDialogs album={album.data} media={media} selection={selection} scope={account}>
          {children}
        </MediaDialogs>
      </MediaPreview>
    </Row>
  );
}

/** Returns the album and what the user may do with it. No action is allowed until the album is loaded. */
function useAlbum(albumId: string) {
  const album = useQuery(albumOptions(albumId));
  const userId = useUserId();
  const add = album.data?.abilities.addMedia ?? false;
  const arrange = album.data?.abilities.arrange ?? false;
  const edit = ({ uploadedBy }: { uploadedBy: string }) => arrange || (add && uploadedBy === userId);
  return { album, abilities: { add, arrange, edit } };
}

interface MediaHeaderProps {
  album: Album | undefined;
  hasDetails: boolean;
  create: ReactNode;
  /** Menu with the other actions on the album. */
  menu: ReactNode;
  onDetails: () => void;
}

function AlbumHeader({ album, hasDetails, create, menu, onDetails }: MediaHeaderProps) {
  const isFilled = album && album.albumStorage > 0;
  return (
    <PageHeader
      title={album?.name ?? 'Album'}
      note={isFilled && `${formatCount(countItems(album), 'item')} · ${formatBytes(album.albumStorage)}`}
      back={<BackLink to="/main" label="Back to albums" />}
      actions={
        album && (
          <>
            <IconButton label="Album details" aria-pressed={hasDetails} icon={<InfoIcon />} onClick={onDetails} />
            {menu}
            {create}
          </>
        )
      }
    />
  );
}

function NoMedia({ albumId, canAdd, filter }: { albumId: string; canAdd: boolean; filter: MediaFilter }) {
  // Nothing is dropped with a finger.
  const canDrop = useMediaQuery('(hover: hover)');
  if (filter !== 'all') {
    return (
      <EmptyState
        icon={<ImageIcon size={26} />}
        title={filter === 'favourite' ? 'No favorites in this album yet' : 'No items match this filter'}
        action={
          <Link to="/main/media" search={{ albumId }} className={buttonClass()}>
            Show all
          </Link>
        }
      >
        {filter === 'favourite' && 'Open a photo and select the heart, or choose Add to favorites in its menu.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<ImageIcon size={26} />}
      title={MESSAGES.noMedia}
      action={canAdd ? <UploadButton albumId={albumId} /> : <GoToAlbumsLink />}
    >
      {canAdd ? (
        <>
          {canDrop ? 'Drop photos and videos anywhere on this page, or choose files' : 'Choose photos and videos'}. You can upload photos as{' '}
          {ACCEPTED_KINDS}. <FreeSpaceNote albumId={albumId} />
        </>
      ) : (
        'The owner hasn’t added anything yet.'
      )}
    </EmptyState>
  );
}

/** Skeleton of an album page while the position of a photo is requested. */
export const AlbumPageSkeleton = () => (
  <div className={styles.main}>
    <PageHeader title="Album" back={<BackLink to="/main" label="Back to albums" />} />
    <ListSkeleton />
  </div>
);
