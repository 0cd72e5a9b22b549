import type { PlaylistAlbum } from '@vitrine/contract/playlists';
import { pictureSet, pictureUrl } from '../../../entities/media/picture-url.ts';
import { thumbhashUrl } from '../../../entities/media/thumbhash-url.ts';
import { AlbumIcon } from '../../../ui/app-icons.tsx';
import { Picture } from '../../../ui/picture.tsx';
import styles from './playlist-cover.module.css';

const SIZE = { width: 130, height: 100 };

/** An album's cover in a row of a playlist. */
export function EntryPicture({ entry }: { entry: PlaylistAlbum }) {
  const { thumbnail } = entry.albumId;
  if (!thumbnail) {
    return (
      <span className={styles.empty}>
        <AlbumIcon />
      </span>
    );
  }
  return (
    <Picture
      src={pictureUrl(thumbnail.key, SIZE)}
      srcSet={pictureSet(thumbnail.key, SIZE)}
      alt=""
      placeholder={thumbhashUrl(thumbnail.thumbhash)}
      fallback={<AlbumIcon />}
    />
  );
}
