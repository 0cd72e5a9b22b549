import type { Album } from '@vitrine/contract/albums';
import { countOf } from '../../../lib/format.ts';
import { pictureSet, pictureUrl } from '../../../lib/picture-url.ts';
import { AlbumIcon, CheckIcon } from '../../../ui/icons.tsx';
import { Picture } from '../../../ui/picture.tsx';
import styles from './album-picker.module.css';

const COVER = { width: 320, height: 240 };

interface AlbumPickerProps {
  albums: Album[];
  chosen: readonly string[];
  onToggle: (albumId: string) => void;
}

/** Albums as large check boxes; the number says in which order they will play. */
export function AlbumPicker({ albums, chosen, onToggle }: AlbumPickerProps) {
  return (
    <ul className={styles.grid} aria-label="Albums to add">
      {albums.map((album) => {
        const place = chosen.indexOf(album._id);
        const count = album.imageCount + album.videoCount;
        return (
          <li key={album._id}>
            <label className={styles.choice} data-chosen={place >= 0 ? '' : undefined}>
              <span className={styles.picture}>
                {album.thumbnail ? (
                  <Picture
                    src={pictureUrl(album.thumbnail.key, COVER)}
                    srcSet={pictureSet(album.thumbnail.key, COVER)}
                    alt=""
                    fallback={<AlbumIcon />}
                  />
                ) : (
                  <AlbumIcon size={28} strokeWidth={1.2} />
                )}
                <span className={styles.mark}>
                  {place >= 0 ? chosen.length > 1 ? place + 1 : <CheckIcon size={16} strokeWidth={2.4} /> : null}
                </span>
              </span>
              <input type="checkbox" className={styles.input} checked={place >= 0} onChange={() => onToggle(album._id)} />
              <span className={styles.name}>{album.name}</span>
              <span className={styles.note}>{count > 0 ? countOf(count, 'item') : 'Empty'}</span>
            </label>
          </li>
        );
      })}
    </ul>
  );
}
