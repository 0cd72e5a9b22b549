import type { Album } from '@vitrine/contract/albums';
import { pictureSet, pictureUrl } from '../../../entities/media/picture-url.ts';
import { thumbhashUrl } from '../../../entities/media/thumbhash-url.ts';
import { AlbumIcon } from '../../../ui/app-icons.tsx';
import { Picture } from '../../../ui/picture.tsx';
import styles from './album-cover.module.css';

const COVER = { width: 320, height: 240 };

export function AlbumCover({ album }: { album: Pick<Album, 'thumbnail'> }) {
  if (!album.thumbnail) {
    return (
      <span className={styles.empty}>
        <AlbumIcon size={30} strokeWidth={1.2} />
      </span>
    );
  }
  const { key, thumbhash } = album.thumbnail;
  return (
    <Picture
      src={pictureUrl(key, COVER)}
      srcSet={pictureSet(key, COVER)}
      alt=""
      placeholder={thumbhashUrl(thumbhash)}
      fallback={<AlbumIcon size={30} />}
    />
  );
}
