import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Media } from '@vitrine/contract/media';
import { MESSAGES } from '@vitrine/contract/messages';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { saveUrl } from '../../../lib/downloads.ts';
import { formatCount } from '../../../lib/format.ts';
import { useOverlay } from '../../../lib/use-overlay.ts';
import { AlbumIcon } from '../../../ui/app-icons.tsx';
import { ListSkeleton } from '../../../ui/card.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { DownloadIcon, ImageIcon } from '../../../ui/icons.tsx';
import { MenuItem } from '../../../ui/menu.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { GoToAlbumsLink } from '../../accounts/parts/page-links.tsx';
import { albumOptions } from '../../albums/api/albums.ts';
import { MediaDialogs } from '../../albums/parts/media-dialogs.tsx';
import { usePreviewActions } from '../../albums/use-preview-actions.tsx';
import { getDownloadUrl } from '../../media/api/media.ts';
import { checkMediaExists } from '../../media/media-position.ts';
import { MediaPreview } from '../../media/parts/media-preview.tsx';
import { useFavourites } from '../../media/use-favourites.ts';
import { NO_SELECTION } from '../../media/use-selection.ts';
import { AddToPlaylistDialog } from '../../playlists/parts/playlist-picker.tsx';
import { useTimeline } from '../api/timeline.ts';
import { TimelineGrid } from '../parts/timeline-grid.tsx';

/** All photos and videos of the account by month, newest first. */
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
          renderMenu={(media) => <PhotoMenu media={media} />}
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
        <MediaDialogs album={album} media={{ loaded: shown ? [shown] : [] }} selection={NO_SELECTION} scope={account}>
          {album && <AddToPlaylistDialog album={album} />}
        </MediaDialogs>
      </MediaPreview>
    </>
  );
}

function NoPhotos() {
  return (
    <EmptyState icon={<ImageIcon size={26} />} title={MESSAGES.noMedia} action={<GoToAlbumsLink />}>
      Photos and videos from your albums appear here, sorted by date taken.
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
