import { Link, useSearch } from '@tanstack/react-router';
import type { SharedAlbum } from '@vitrine/contract/album-links';
import { type ReactNode, useEffect } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { saveUrl } from '../../../lib/downloads.ts';
import { formatItemCounts } from '../../../lib/item-counts.ts';
import { getBrand, type Platform, setVisitedPlatform, useBrand } from '../../../lib/platform.ts';
import { useOverlay } from '../../../lib/use-overlay.ts';
import { PlayIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/card.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { DownloadIcon, ImageIcon } from '../../../ui/icons.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { MenuItem } from '../../../ui/menu.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { downloadOriginal } from '../../media/api/media.ts';
import { MediaRouteContext } from '../../media/media-sizes.ts';
import { MediaGrid } from '../../media/parts/media-grid.tsx';
import { MediaPreview } from '../../media/parts/media-preview.tsx';
import type { PreviewActions } from '../../media/parts/preview-bar.tsx';
import { useMediaList } from '../../media/use-album-media.ts';
import { NO_SELECTION } from '../../media/use-selection.ts';
import { createSharedMediaSource, getSharedDownloadUrl, getSharedMediaRoute, getSharedZipUrl, recordVisit } from '../api/shared-album.ts';
import styles from '../pages/shared-album.module.css';

const PREVIEW_CLOSED = { mediaIndex: undefined, slideshow: undefined };

export function SharedAlbumView({ token, album }: { token: string; album: SharedAlbum }) {
  const { mediaIndex, slideshow } = useSearch({ from: '/shared/$token' });
  const media = useMediaList(createSharedMediaSource(token), mediaIndex);
  const overlay = useOverlay();
  useRecordVisit(token);
  useAlbumPlatform(album.platform);
  const onDownload: PreviewActions['onDownload'] = album.allowsDownload
    ? (one) => downloadOriginal(one, (key) => getSharedDownloadUrl(token, key))
    : undefined;
  return (
    <MediaRouteContext value={getSharedMediaRoute(token)}>
      <SharedAlbumLayout platform={album.platform}>
        <PageHeader
          title={album.name}
          note={`${formatAlbumCounts(album)} · Shared by ${album.ownerName}`}
          actions={
            media.count > 0 && (
              <>
                <Button icon={<PlayIcon size={18} />} onClick={() => void overlay.show({ mediaIndex: 0, slideshow: true })}>
                  Slideshow
                </Button>
                {album.allowsDownload && (
                  <Button icon={<DownloadIcon size={18} />} onClick={() => saveUrl(getSharedZipUrl(token), `${album.name}.zip`)}>
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
          {media.error && media.count === 0 && <LoadFailure message={getErrorMessage(media.error)} onRetry={media.refetch} />}
          {!media.isPending && !media.error && media.count === 0 && (
            <EmptyState icon={<ImageIcon size={26} />} title="This album is empty">
              Photos and videos will appear here when they’re added.
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
      </SharedAlbumLayout>
      <MediaPreview
        albumId=""
        at={media.at}
        isFetching={media.isFetching}
        count={media.ratios?.length}
        index={mediaIndex}
        actions={{ ...VIEW_ONLY_ACTIONS, onDownload }}
        startsPlaying={slideshow}
        onMove={(index) => void overlay.show({ mediaIndex: index, slideshow: undefined }, { replace: true })}
        onClose={() => overlay.hide(PREVIEW_CLOSED)}
      />
    </MediaRouteContext>
  );
}

const doNothing = () => undefined;
const VIEW_ONLY_ACTIONS: PreviewActions = {
  canEdit: () => false,
  canDelete: false,
  canFavourite: false,
  isFavourite: () => false,
  onFavourite: doNothing,
  onDelete: doNothing,
};

const formatAlbumCounts = (album: SharedAlbum): string => formatItemCounts(album) || 'No photos yet';

/** Counts the visit, which the owner can see. A failure has no effect for the visitor. */
function useRecordVisit(token: string): void {
  useEffect(() => void recordVisit(token).catch(doNothing), [token]);
}

/** In the colours of the house it comes from. */
function useAlbumPlatform(platform: SharedAlbum['platform']): void {
  useEffect(() => {
    setVisitedPlatform(platform);
    return () => setVisitedPlatform(null);
  }, [platform]);
}

/** As little around the pictures as there can be. */
export function SharedAlbumLayout({ platform, children }: { platform?: Platform; children: ReactNode }) {
  const own = useBrand();
  const brand = platform ? getBrand(platform) : own;
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Link to="/" aria-label={`${brand.name}, home`} className={styles.home}>
          <Logo {...brand} />
        </Link>
      </header>
      <main className={styles.main}>{children}</main>
    </div>
  );
}
