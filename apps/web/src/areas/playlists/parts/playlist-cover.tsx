import type { Playlist, PlaylistAlbum } from '@vitrine/contract/playlists';
import { AlbumIcon, PlaylistIcon } from '../../../ui/app-icons.tsx';
import { CoverPicture } from '../../media/parts/cover-picture.tsx';
import styles from '../pages/playlist.module.css';

/** As wide as the specification has a playlist's thumbnail (2 §7). */
const FULL_COVER_SIZE = { width: 320, height: 240 };
const MOSAIC_TILE_SIZE = { width: 160, height: 120 };
const MOSAIC_MAX = 4;

/** The picture chosen for it, or those of its first albums side by side. */
export function PlaylistCover({ playlist: { thumbnail, albumArr } }: { playlist: Pick<Playlist, 'thumbnail' | 'albumArr'> }) {
  const covers = thumbnail?.isChosen ? [thumbnail] : albumArr.flatMap((entry) => entry.albumId.thumbnail ?? []).slice(0, MOSAIC_MAX);
  if (covers.length === 0) {
    return (
      <span className={styles.empty}>
        <PlaylistIcon size={30} strokeWidth={1.2} />
      </span>
    );
  }
  const size = covers.length === 1 ? FULL_COVER_SIZE : MOSAIC_TILE_SIZE;
  return (
    <span className={styles.mosaic} data-count={covers.length}>
      {covers.map((cover, place) => (
        // The same picture may be the cover of two albums.
        <span key={`${place} ${cover.key}`} className={styles.part}>
          <CoverPicture cover={cover} size={size} fallback={<PlaylistIcon size={24} />} />
        </span>
      ))}
    </span>
  );
}

const ENTRY_PICTURE_SIZE = { width: 130, height: 100 };

/** An album's cover in a row of a playlist. */
export function AlbumEntryPicture({ entry }: { entry: PlaylistAlbum }) {
  const { thumbnail } = entry.albumId;
  if (!thumbnail) {
    return (
      <span className={styles.empty}>
        <AlbumIcon />
      </span>
    );
  }
  return <CoverPicture cover={thumbnail} size={ENTRY_PICTURE_SIZE} fallback={<AlbumIcon />} />;
}
