import type { Playlist } from '@vitrine/contract/playlists';
import { pictureSet, pictureUrl } from '../../../entities/media/picture-url.ts';
import { thumbhashUrl } from '../../../entities/media/thumbhash-url.ts';
import { PlaylistIcon } from '../../../ui/app-icons.tsx';
import { Picture } from '../../../ui/picture.tsx';
import styles from './playlist-cover.module.css';

/** As wide as the specification has a playlist's thumbnail (2 §7). */
const WHOLE = { width: 320, height: 240 };
const PART = { width: 160, height: 120 };
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
  const size = covers.length === 1 ? WHOLE : PART;
  return (
    <span className={styles.mosaic} data-count={covers.length}>
      {covers.map(({ key, thumbhash }, place) => (
        // The same picture may be the cover of two albums.
        <span key={`${place} ${key}`} className={styles.part}>
          <Picture
            src={pictureUrl(key, size)}
            srcSet={pictureSet(key, size)}
            alt=""
            placeholder={thumbhashUrl(thumbhash)}
            fallback={<PlaylistIcon size={24} />}
          />
        </span>
      ))}
    </span>
  );
}
