import type { Album } from '@vitrine/contract/albums';
import { countItems } from '@vitrine/contract/media-kinds';
import type { Playlist } from '@vitrine/contract/playlists';
import { formatCount } from '../../../lib/format.ts';
import { AlbumIcon } from '../../../ui/app-icons.tsx';
import { CheckIcon } from '../../../ui/icons.tsx';
import { Text } from '../../../ui/text.tsx';
import { CoverPicture } from '../../media/parts/cover-picture.tsx';
import { isHiddenFromPlaylistOwner } from '../playlist-entries.ts';
import styles from './album-picker.module.css';

const COVER_SIZE = { width: 320, height: 240 };

interface AlbumPickerProps {
  albums: Album[];
  playlist: Playlist;
  /** In the playlist already. */
  present: ReadonlySet<string>;
  chosen: readonly string[];
  onToggle: (albumId: string) => void;
}

/** Albums as large check boxes; the number says in which order they will play. */
export function AlbumPicker({ albums, playlist, present, chosen, onToggle }: AlbumPickerProps) {
  return (
    <ul className={styles.grid} aria-label="Albums to add">
      {albums.map((album) => (
        <AlbumChoice
          key={album._id}
          album={album}
          refusal={
            present.has(album._id)
              ? 'Already in this playlist'
              : isHiddenFromPlaylistOwner(playlist, album)
                ? `Not shared with ${playlist.ownerName}`
                : undefined
          }
          isPresent={present.has(album._id)}
          place={chosen.length > 1 && chosen.includes(album._id) ? chosen.indexOf(album._id) + 1 : undefined}
          isChosen={chosen.includes(album._id)}
          onToggle={() => onToggle(album._id)}
        />
      ))}
    </ul>
  );
}

interface ChoiceProps {
  album: Album;
  isPresent: boolean;
  /** Why it cannot be chosen. */
  refusal: string | undefined;
  isChosen: boolean;
  /** From 1, where several are chosen. */
  place: number | undefined;
  onToggle: () => void;
}

function AlbumChoice({ album, isPresent, refusal, isChosen, place, onToggle }: ChoiceProps) {
  const count = countItems(album);
  const sharer = album.sharedBy[0]?.name;
  const words = [count > 0 ? formatCount(count, 'item') : 'Empty', ...(sharer ? [`from ${sharer}`] : [])].join(' · ');
  return (
    <li>
      <label className={styles.choice} data-chosen={isChosen ? '' : undefined} data-present={refusal ? '' : undefined}>
        <span className={styles.picture}>
          {album.thumbnail ? (
            <CoverPicture cover={album.thumbnail} size={COVER_SIZE} fallback={<AlbumIcon />} />
          ) : (
            <AlbumIcon size={28} strokeWidth={1.2} />
          )}
          <span className={styles.mark}>{isChosen || isPresent ? (place ?? <CheckIcon size={16} strokeWidth={2.4} />) : null}</span>
        </span>
        <input
          type="checkbox"
          className={styles.input}
          checked={isChosen || isPresent}
          disabled={refusal !== undefined}
          onChange={onToggle}
        />
        <span className={styles.name}>{album.name}</span>
        <Text as="span" tone="soft" size="sm">
          {refusal ?? words}
        </Text>
      </label>
    </li>
  );
}
