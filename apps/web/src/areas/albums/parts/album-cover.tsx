import type { Album } from '@vitrine/contract/albums';
import { AlbumIcon } from '../../../ui/app-icons.tsx';
import { CoverPicture } from '../../media/parts/cover-picture.tsx';
import styles from '../pages/album.module.css';

const COVER_SIZE = { width: 320, height: 240 };

export function AlbumCover({ album }: { album: Pick<Album, 'thumbnail'> }) {
  if (!album.thumbnail) {
    return (
      <span className={styles.empty}>
        <AlbumIcon size={30} strokeWidth={1.2} />
      </span>
    );
  }
  return <CoverPicture cover={album.thumbnail} size={COVER_SIZE} fallback={<AlbumIcon size={30} />} />;
}
