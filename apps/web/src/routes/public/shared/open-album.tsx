import { useSearch } from '@tanstack/react-router';
import type { SharedAlbum } from '@vitrine/contract/album-links';
import { useEffect } from 'react';
import { MediaDoor } from '../../../entities/media/media-door.ts';
import {
  countVisit,
  doorOf,
  sharedDownloadAddress,
  sharedMediaSource,
  sharedZipAddress,
} from '../../../features/media/api/shared-album.ts';
import { MediaGrid } from '../../../features/media/components/media-grid.tsx';
import { MediaPreview } from '../../../features/media/components/media-preview.tsx';
import type { PreviewActions } from '../../../features/media/components/preview-bar.tsx';
import { useMediaList } from '../../../features/media/hooks/use-album-media.ts';
import { keepOriginal } from '../../../features/media/keep-original.ts';
import { NO_SELECTION } from '../../../features/media/no-selection.ts';
import { messageOf } from '../../../lib/app-error.ts';
import { saveFrom } from '../../../lib/downloads.ts';
import { countOf } from '../../../lib/format.ts';
import { visitHouse } from '../../../lib/platform.ts';
import { PlayIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { DownloadIcon, ImageIcon } from '../../../ui/icons.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { MenuItem } from '../../../ui/menu.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useOverlay } from '../../use-overlay.ts';
import styles from './shared-album.module.css';
import { SharedFrame } from './shared-frame.tsx';

const NOTHING = { mediaIndex: undefined, slideshow: undefined };

export function OpenAlbum({ token, album }: { token: string; album: SharedAlbum }) {
  const { mediaIndex, slideshow } = useSearch({ from: '/shared/$token' });
  const media = useMediaList(sharedMediaSource(token), mediaIndex);
  const overlay = useOverlay();
  useVisit(token);
  usePlatform(album.platform);
  const onDownload: PreviewActions['onDownload'] = album.allowsDownload
    ? (one) => keepOriginal(one, sharedDownloadAddress(token, one.mediaFile.key))
    : undefined;
  return (
    <MediaDoor value={doorOf(token)}>
      <SharedFrame platform={album.platform}>
        <PageHeader
          title={album.name}
          note={`${countsOf(album)} · Shared by ${album.ownerName}`}
          actions={
            media.count > 0 && (
              <>
                <Button icon={<PlayIcon size={18} />} onClick={() => void overlay.show({ mediaIndex: 0, slideshow: true })}>
                  Slideshow
                </Button>
                {album.allowsDownload && (
                  <Button icon={<DownloadIcon size={18} />} onClick={() => saveFrom(sharedZipAddress(token), `${album.name}.zip`)}>
                    Download all
                  </Button>
                )}
              </>
            )
          }
        />
        {album.caption && <p className={styles.caption}>{album.caption}</p>}
        <div className={styles.pictures}>
          {media.isPending && <ListSkeleton />}
          {media.error && media.count === 0 && <LoadFailure message={messageOf(media.error)} onRetry={media.refetch} />}
          {!media.isPending && !media.error && media.count === 0 && (
            <EmptyState icon={<ImageIcon size={26} />} title="Nothing here yet">
              Photos and videos appear here once somebody adds them to the album.
            </EmptyState>
          )}
          {media.count > 0 && (
            <MediaGrid
              albumId=""
              media={media}
              selection={NO_SELECTION}
              favourites={[]}
              hasPanel={false}
              canSelect={false}
              canOrder={false}
              isActive={false}
              onOpen={(index) => void overlay.show({ mediaIndex: index })}
              onPlace={() => undefined}
              menuOf={
                onDownload &&
                ((one) => (
                  <MenuItem icon={<DownloadIcon size={18} />} onSelect={() => onDownload(one)}>
                    Download
                  </MenuItem>
                ))
              }
            />
          )}
        </div>
      </SharedFrame>
      <MediaPreview
        albumId=""
        at={media.at}
        isFetching={media.isFetching}
        count={media.ratios?.length}
        index={mediaIndex}
        actions={{ ...LOOKING, onDownload }}
        startsPlaying={slideshow}
        onMove={(index) => void overlay.show({ mediaIndex: index, slideshow: undefined }, { replace: true })}
        onClose={() => overlay.hide(NOTHING)}
      />
    </MediaDoor>
  );
}

const nothing = () => undefined;
const LOOKING: PreviewActions = {
  canEdit: () => false,
  canDelete: false,
  canFavourite: false,
  isFavourite: () => false,
  onFavourite: nothing,
  onDelete: nothing,
};

function countsOf({ imageCount, videoCount }: SharedAlbum): string {
  const parts = [imageCount > 0 && countOf(imageCount, 'photo'), videoCount > 0 && countOf(videoCount, 'video')];
  return parts.filter(Boolean).join(', ') || 'No photos yet';
}

/** Its owner sees how often the link was opened. A visit that could not be counted keeps nobody from looking. */
function useVisit(token: string): void {
  useEffect(() => void countVisit(token).catch(nothing), [token]);
}

/** In the colours of the house it comes from. */
function usePlatform(platform: SharedAlbum['platform']): void {
  useEffect(() => {
    visitHouse(platform);
    return () => visitHouse(null);
  }, [platform]);
}
