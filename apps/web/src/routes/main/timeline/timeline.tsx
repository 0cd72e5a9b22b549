import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Media } from '@vitrine/contract/media';
import { MESSAGES } from '@vitrine/contract/messages';
import { albumOptions } from '../../../features/albums/api/albums.ts';
import { getDownloadUrl } from '../../../features/media/api/media.ts';
import { MediaPreview } from '../../../features/media/components/media-preview.tsx';
import { TimelineGrid } from '../../../features/media/components/timeline-grid.tsx';
import { useFavourites } from '../../../features/media/hooks/use-favourites.ts';
import { useTimeline } from '../../../features/media/hooks/use-timeline.ts';
import { NO_SELECTION } from '../../../features/media/no-selection.ts';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { saveUrl } from '../../../lib/downloads.ts';
import { formatCount } from '../../../lib/format.ts';
import { AlbumIcon } from '../../../ui/app-icons.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { DownloadIcon, ImageIcon } from '../../../ui/icons.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { MenuItem } from '../../../ui/menu.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useOverlay } from '../../use-overlay.ts';
import { MediaDialogs } from '../media/media-dialogs.tsx';
import { usePreviewActions } from '../media/use-preview-actions.tsx';
import { checkMediaExists } from '../media/where-media.ts';
import { GoToAlbumsLink } from '../to-albums.tsx';
import { useAccountInView } from '../use-account.ts';

/** All of one's own pictures and videos by month, newest first. */
export function TimelinePage() {
  const { mediaIndex } = useSearch({ from: '/main/timeline' });
  const account = useAccountInView();
  const timeline = useTimeline(account, mediaIndex);
  const overlay = useOverlay();
  const shown = mediaIndex === undefined ? undefined : timeline.at(mediaIndex);
  const albumId = shown?.albumId ?? '';
  const album = useQuery({ ...albumOptions(albumId), enabled: albumId !== '' }).data;
  const favourites = useFavourites(albumId);
  const actions = usePreviewActions({ arrange: album?.abilities.arrange ?? false, edit: () => account.isOwn }, favourites);
  const { shape, count, isPending, error } = timeline;
  return (
    <>
      <PageHeader title="Photos" note={count > 0 && formatCount(count, 'item')} />
      {isPending && <ListSkeleton />}
      {error && !shape && <LoadFailure message={getErrorMessage(error)} onRetry={timeline.refetch} />}
      {shape && count === 0 && <NoPhotos />}
      {shape && count > 0 && (
        <TimelineGrid
          timeline={timeline}
          shape={shape}
          onOpen={(index) => void overlay.show({ mediaIndex: index })}
          menuOf={(media) => <PhotoMenu media={media} />}
        />
      )}
      <MediaPreview
        albumId={albumId}
        at={timeline.at}
        isFetching={timeline.isFetching}
        count={shape && count}
        index={mediaIndex}
        actions={actions}
        whereIs={({ _id }) => checkMediaExists(_id)}
        onMove={(index) => void overlay.show({ mediaIndex: index }, { replace: true })}
        onClose={() => overlay.hide({ mediaIndex: undefined })}
      >
        <MediaDialogs album={album} media={{ loaded: shown ? [shown] : [] }} selection={NO_SELECTION} scope={account} />
      </MediaPreview>
    </>
  );
}

function NoPhotos() {
  return (
    <EmptyState icon={<ImageIcon size={26} />} title={MESSAGES.noMedia} action={<GoToAlbumsLink />}>
      Everything in your albums appears here, by the day it was taken.
    </EmptyState>
  );
}

function PhotoMenu({ media }: { media: Media }) {
  const navigate = useNavigate();
  const toAlbum = () => void navigate({ to: '/main/media', search: { albumId: media.albumId } });
  return (
    <>
      <MenuItem icon={<AlbumIcon size={18} />} onSelect={toAlbum}>
        Show in album
      </MenuItem>
      <MenuItem icon={<DownloadIcon size={18} />} onSelect={() => saveUrl(getDownloadUrl(media.mediaFile.key), media.name)}>
        Download
      </MenuItem>
    </>
  );
}
