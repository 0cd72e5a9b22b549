import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { MESSAGES } from '@vitrine/contract/messages';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { useDialog, useOverlay } from '../../../lib/use-overlay.ts';
import { ListSkeleton } from '../../../ui/card.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { ImageIcon } from '../../../ui/icons.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { type AccountInView, useAccountInView } from '../../accounts/account-in-view.ts';
import { GoToAlbumsLink } from '../../accounts/parts/page-links.tsx';
import { albumOptions } from '../../albums/api/albums.ts';
import { MediaDialogs } from '../../albums/parts/media-dialogs.tsx';
import { usePreviewActions } from '../../albums/use-preview-actions.tsx';
import { checkMediaExists } from '../../media/media-position.ts';
import { MediaPreview } from '../../media/parts/media-preview.tsx';
import { NO_SELECTION } from '../../media/use-selection.ts';
import { AddToPlaylistDialog } from '../../playlists/parts/playlist-picker.tsx';
import { type Timeline, useTimeline } from '../api/timeline.ts';
import { PhotoMenu } from '../parts/photo-menu.tsx';
import styles from '../parts/timeline.module.css';
import { TimelineDialogs } from '../parts/timeline-dialogs.tsx';
import { TimelineGrid } from '../parts/timeline-grid.tsx';
import { TimelineSelectionBar } from '../parts/timeline-selection-bar.tsx';
import { type TimelineFavourites, useTimelineFavourites } from '../use-timeline-favourites.ts';
import { type TimelineSelection, useTimelineSelection } from '../use-timeline-selection.ts';

/** All photos and videos of the account by month, newest first. */
export function TimelinePage() {
  const { mediaIndex } = useSearch({ from: '/main/timeline' });
  const account = useAccountInView();
  const timeline = useTimeline(account, mediaIndex);
  const overlay = useOverlay();
  const { dialog } = useDialog();
  const isActive = mediaIndex === undefined && dialog === undefined;
  const selection = useTimelineSelection(account, isActive);
  const favourites = useTimelineFavourites(account);
  const { shape, count, isPending, error } = timeline;
  return (
    <>
      <TimelineHead count={count} canEdit={account.isOwn} selection={selection} favourites={favourites} />
      {isPending && <ListSkeleton />}
      {error && !shape && <LoadFailure message={getErrorMessage(error)} onRetry={timeline.refetch} />}
      {shape && count === 0 && <NoPhotos />}
      {shape && count > 0 && (
        <TimelineGrid
          timeline={timeline}
          shape={shape}
          selection={selection}
          favourites={favourites}
          isActive={isActive}
          onOpen={(index) => void overlay.show({ mediaIndex: index })}
          renderMenu={(media) => <PhotoMenu media={media} selection={selection} favourites={favourites} canEdit={account.isOwn} />}
        />
      )}
      {mediaIndex === undefined && <TimelineDialogs account={account} selection={selection} />}
      <TimelinePreview index={mediaIndex} account={account} timeline={timeline} favourites={favourites} />
    </>
  );
}

interface TimelineHeadProps {
  count: number;
  canEdit: boolean;
  selection: TimelineSelection;
  favourites: TimelineFavourites;
}

/** Title of the page. While photos are selected, the selection bar takes its place. */
function TimelineHead({ count, canEdit, selection, favourites }: TimelineHeadProps) {
  const isSelecting = selection.ids.size > 0;
  return (
    <>
      <div className={isSelecting ? styles.hidden : undefined}>
        <PageHeader title="Photos" note={count > 0 && formatCount(count, 'item')} />
      </div>
      {isSelecting && (
        <div className={styles.selection}>
          <TimelineSelectionBar selection={selection} favourites={favourites} total={count} canEdit={canEdit} />
        </div>
      )}
    </>
  );
}

interface TimelinePreviewProps {
  index: number | undefined;
  account: AccountInView;
  timeline: Timeline;
  favourites: TimelineFavourites;
}

function TimelinePreview({ index, account, timeline, favourites }: TimelinePreviewProps) {
  const overlay = useOverlay();
  const shown = index === undefined ? undefined : timeline.at(index);
  const albumId = shown?.albumId ?? '';
  const album = useQuery({ ...albumOptions(albumId), enabled: albumId !== '' }).data;
  const actions = usePreviewActions({ arrange: album?.abilities.arrange ?? false, edit: () => account.isOwn }, favourites);
  return (
    <MediaPreview
      albumId={albumId}
      at={timeline.at}
      isFetching={timeline.isFetching}
      count={timeline.shape && timeline.count}
      index={index}
      actions={actions}
      whereIs={({ _id }) => checkMediaExists(_id)}
      onMove={(to) => void overlay.show({ mediaIndex: to }, { replace: true })}
      onClose={() => overlay.hide({ mediaIndex: undefined })}
    >
      <MediaDialogs album={album} media={{ loaded: shown ? [shown] : [] }} selection={NO_SELECTION} scope={account}>
        {album && <AddToPlaylistDialog album={album} />}
      </MediaDialogs>
    </MediaPreview>
  );
}

function NoPhotos() {
  return (
    <EmptyState icon={<ImageIcon size={26} />} title={MESSAGES.noMedia} action={<GoToAlbumsLink />}>
      Photos and videos from your albums appear here, sorted by date taken.
    </EmptyState>
  );
}
