import { Link } from '@tanstack/react-router';
import { IMAGE_DURATIONS_S, LIMITS } from '@vitrine/contract/limits';
import type { Playlist, PlaylistAlbum } from '@vitrine/contract/playlists';
import { formatCount } from '../../../lib/format.ts';
import { ChevronUpIcon, MoreIcon } from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { ChevronDownIcon, CloseIcon } from '../../../ui/icons.tsx';
import { Menu, MenuChoices, MenuDivider, MenuItem } from '../../../ui/menu.tsx';
import { saveToasts, useRemoveAlbum, useSetAlbumDuration, useSetAlbumOrder } from '../api/playlists.ts';
import { moveEntry, sortEntries } from '../playlist-entries.ts';
import { AlbumEntryPicture } from './playlist-cover.tsx';

const DURATIONS = IMAGE_DURATIONS_S.map((seconds) => ({ value: String(seconds), label: `${seconds} seconds` }));

interface EntryRow {
  _id: string;
  entry: PlaylistAlbum;
}

const formatEntryDuration = ({ duration }: PlaylistAlbum): string => `${duration || LIMITS.imageDurationS} s`;

const COLUMNS: Column<EntryRow>[] = [
  { head: 'Items', isNumber: true, cell: ({ entry }) => entry.itemCount },
  { head: 'Photo duration', isNumber: true, cell: ({ entry }) => formatEntryDuration(entry) },
];

interface PlaylistAlbumsProps {
  playlist: Playlist;
  sort: 'sequence' | 'az' | 'za';
}

export function PlaylistAlbums({ playlist, sort }: PlaylistAlbumsProps) {
  const ids = playlist.albumArr.map((entry) => entry.albumId._id);
  const remove = useRemoveAlbum(playlist._id, saveToasts);
  const move = useSetAlbumOrder(playlist._id, saveToasts);
  const setDuration = useSetAlbumDuration(playlist._id, saveToasts);
  return (
    <DataTable
      label="Albums in this playlist"
      head="Album"
      rows={sortEntries(playlist.albumArr, sort).map((entry) => ({ _id: entry.albumId._id, entry }))}
      room="little"
      pictureOf={({ entry }) => <AlbumEntryPicture entry={entry} />}
      titleOf={({ entry }) => (
        <Link to="/main/media" search={{ albumId: entry.albumId._id }}>
          {entry.albumId.name}
        </Link>
      )}
      columns={COLUMNS}
      noteOf={({ entry }) => `${formatCount(entry.itemCount, 'item')} · ${formatEntryDuration(entry)}`}
      {...(playlist.abilities.edit && {
        actions: ({ entry }: EntryRow) => (
          <EntryMenu
            entry={entry}
            place={sort === 'sequence' ? ids.indexOf(entry.albumId._id) : undefined}
            count={ids.length}
            onDuration={(seconds) => setDuration.mutate({ albumId: entry.albumId._id, seconds })}
            onPlace={(place) => move.mutate(moveEntry(ids, entry.albumId._id, place))}
            onRemove={() => remove.mutate(entry.albumId._id)}
          />
        ),
      })}
    />
  );
}

interface EntryMenuProps {
  entry: PlaylistAlbum;
  /** Position in the sequence; undefined in other orders. */
  place: number | undefined;
  count: number;
  onDuration: (seconds: number) => void;
  onPlace: (place: number) => void;
  onRemove: () => void;
}

function EntryMenu({ entry, place, count, onDuration, onPlace, onRemove }: EntryMenuProps) {
  return (
    <Menu trigger={<IconButton label={`Actions for ${entry.albumId.name}`} icon={<MoreIcon />} />}>
      <MenuChoices
        label="Show each photo for"
        value={String(entry.duration || LIMITS.imageDurationS)}
        onChange={(seconds) => onDuration(Number(seconds))}
        choices={DURATIONS}
      />
      <MenuDivider />
      {place !== undefined && place > 0 && (
        <MenuItem icon={<ChevronUpIcon size={18} />} onSelect={() => onPlace(place - 1)}>
          Move up
        </MenuItem>
      )}
      {place !== undefined && place < count - 1 && (
        <MenuItem icon={<ChevronDownIcon size={18} />} onSelect={() => onPlace(place + 1)}>
          Move down
        </MenuItem>
      )}
      <MenuItem icon={<CloseIcon size={18} />} onSelect={onRemove}>
        Remove from playlist
      </MenuItem>
    </Menu>
  );
}
