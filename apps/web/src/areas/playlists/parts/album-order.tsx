import type { PlaylistAlbum } from '@vitrine/contract/playlists';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatCount } from '../../../lib/format.ts';
import { ChevronUpIcon, GripIcon, MoreIcon } from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { ChevronDownIcon } from '../../../ui/icons.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { Text, VisuallyHidden } from '../../../ui/text.tsx';
import { useDragOrder } from '../../../ui/use-drag-order.ts';
import styles from './album-order.module.css';
import { AlbumEntryPicture } from './playlist-cover.tsx';

interface AlbumOrderProps {
  /** Albums in their current order. */
  entries: readonly PlaylistAlbum[];
  onPlace: (albumId: string, place: number) => void;
}

/** Sortable list of albums. Users drag rows, use the menu or press arrow keys on a handle. Each move is announced to screen readers. */
export function AlbumOrder({ entries, onPlace }: AlbumOrderProps) {
  const [announcement, setAnnouncement] = useState('');
  const place = (entry: PlaylistAlbum, to: number) => {
    const target = Math.max(0, Math.min(entries.length - 1, to));
    onPlace(entry.albumId._id, target);
    setAnnouncement(`${entry.albumId.name}, position ${target + 1} of ${entries.length}`);
  };
  const list = useRef<HTMLOListElement>(null);
  const drag = useDragOrder(list, (id, to) => {
    const entry = entries.find(({ albumId }) => albumId._id === id);
    if (entry) place(entry, to);
  });
  return (
    <>
      <VisuallyHidden as="output">{announcement}</VisuallyHidden>
      <p id="handles" className={styles.hint}>
        Drag albums to change their order, or use the arrow keys on a handle.
      </p>
      <ol className={styles.list} aria-label="Albums in order" ref={list}>
        {entries.map((entry, index) => (
          <OrderRow
            key={entry.albumId._id}
            entry={entry}
            index={index}
            count={entries.length}
            isDragged={drag.draggedId === entry.albumId._id}
            onPlace={(to) => place(entry, to)}
            onPointerDown={(event) => drag.begin(event, entry.albumId._id)}
          />
        ))}
      </ol>
    </>
  );
}

interface OrderRowProps {
  entry: PlaylistAlbum;
  index: number;
  count: number;
  isDragged: boolean;
  onPlace: (place: number) => void;
  onPointerDown: (event: React.PointerEvent) => void;
}

function OrderRow({ entry, index, count, isDragged, onPlace, onPointerDown }: OrderRowProps) {
  const { name } = entry.albumId;
  const onKeyDown = (event: React.KeyboardEvent<HTMLButtonElement>) => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const handle = event.currentTarget;
    flushSync(() => onPlace(to));
    // The moved element loses the focus.
    handle.focus();
  };
  return (
    <li className={styles.row} data-dragged={isDragged ? '' : undefined} onPointerDown={onPointerDown}>
      <IconButton
        label={`Move ${name}`}
        aria-describedby="handles"
        icon={<GripIcon />}
        className={styles.handle}
        data-handle=""
        onKeyDown={onKeyDown}
      />
      <span className={styles.number}>{index + 1}</span>
      <span className={styles.picture}>
        <AlbumEntryPicture entry={entry} />
      </span>
      <Stack as="span" grows canShrink>
        <span className={styles.name}>{name}</span>
        <Text as="span" tone="soft" size="sm">
          {formatCount(entry.itemCount, 'item')}
        </Text>
      </Stack>
      <Menu trigger={<IconButton label={`Actions for ${name}`} icon={<MoreIcon />} />}>
        <MenuItem icon={<ChevronUpIcon size={18} />} onSelect={() => onPlace(index - 1)}>
          Move up
        </MenuItem>
        <MenuItem icon={<ChevronDownIcon size={18} />} onSelect={() => onPlace(index + 1)}>
          Move down
        </MenuItem>
        <MenuItem onSelect={() => onPlace(0)}>Move to the start</MenuItem>
        <MenuItem onSelect={() => onPlace(count - 1)}>Move to the end</MenuItem>
      </Menu>
    </li>
  );
}
