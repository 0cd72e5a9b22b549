import type { PlaylistAlbum } from '@vitrine/contract/playlists';
import { AlbumIcon } from '../../../ui/app-icons.tsx';
import { CoverPicture } from '../../media/parts/cover-picture.tsx';
import styles from './playlist-cover.module.css';

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
