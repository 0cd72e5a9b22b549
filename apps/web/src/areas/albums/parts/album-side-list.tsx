import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Album } from '@vitrine/contract/albums';
import { countItems } from '@vitrine/contract/media-kinds';
import { MESSAGES } from '@vitrine/contract/messages';
import { type DragEvent, useState } from 'react';
import { matchesSearch } from '../../../lib/typed-search.ts';
import { PlusIcon } from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { SideList } from '../../../ui/side-list.tsx';
import { Text } from '../../../ui/text.tsx';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import { type DraggedMedia, getDraggedMedia } from '../../media/use-tile-drag.ts';
import { type AlbumTab, albumListOptions } from '../api/albums.ts';
import { AlbumCover } from './album-cover.tsx';
import styles from './album-side-list.module.css';

const TABS: { value: AlbumTab; label: string }[] = [
  { value: 'mine', label: 'My Albums' },
  { value: 'shared', label: 'Shared' },
];

interface AlbumSideListProps {
  scope: OwnerScope;
  /** The album that is open. */
  albumId: string;
  isShared: boolean;
  /** Media were dropped on an album; `isCopy` with Ctrl or Alt held. */
  onDropMedia: (album: Album, dragged: DraggedMedia, isCopy: boolean) => void;
  onCreate: () => void;
}

/** List of all albums next to the open one, for switching and as targets of dragged media. */
export function AlbumSideList({ scope, albumId, isShared, onDropMedia, onCreate }: AlbumSideListProps) {
  const [tab, setTab] = useState<AlbumTab>(isShared ? 'shared' : 'mine');
  const [wanted, setWanted] = useState('');
  const albums = useQuery(albumListOptions(tab, scope));
  const shown = (albums.data ?? []).filter(({ name }) => matchesSearch(name, wanted));
  return (
    <SideList
      label="Albums"
      head={
        <>
          <SegmentedChoice label="Albums" value={tab} onChange={setTab} choices={TABS} />
          <IconButton label="Create album" icon={<PlusIcon />} onClick={onCreate} />
        </>
      }
      wanted={wanted}
      onWant={setWanted}
      isPending={albums.isPending}
      none={albums.data && shown.length === 0 ? (tab === 'mine' ? MESSAGES.noAlbum : MESSAGES.noSharedAlbum) : undefined}
    >
      <ul className={styles.list}>
        {shown.map((album) => (
          <SideListItem
            key={album._id}
            album={album}
            isOpen={album._id === albumId}
            isShared={tab === 'shared'}
            onDropMedia={onDropMedia}
          />
        ))}
      </ul>
    </SideList>
  );
}

interface SideAlbumProps extends Pick<AlbumSideListProps, 'onDropMedia' | 'isShared'> {
  album: Album;
  isOpen: boolean;
}

function SideListItem({ album, isOpen, isShared, onDropMedia }: SideAlbumProps) {
  const [isOver, setIsOver] = useState(false);
  const takes = (event: DragEvent) => {
    const dragged = getDraggedMedia(event.dataTransfer);
    return dragged && dragged.albumId !== album._id && album.abilities.addMedia ? dragged : null;
  };
  const onDragOver = (event: DragEvent) => {
    if (!takes(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = isCopy(event) ? 'copy' : 'move';
    setIsOver(true);
  };
  const onDrop = (event: DragEvent) => {
    setIsOver(false);
    const dragged = takes(event);
    if (!dragged) return;
    event.preventDefault();
    onDropMedia(album, dragged, isCopy(event));
  };
  return (
    <li data-over={isOver ? '' : undefined}>
      <Link
        onDragOver={onDragOver}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
        to="/main/media"
        search={{ albumId: album._id, shared: isShared || undefined }}
        className={styles.link}
        activeProps={{}}
        aria-current={isOpen ? 'page' : undefined}
      >
        <span className={styles.cover}>
          <AlbumCover album={album} />
        </span>
        <Text as="span" breaks="never">
          {album.name}
        </Text>
        <Text as="span" tone="soft" size="sm" isTabular>
          {countItems(album)}
        </Text>
      </Link>
    </li>
  );
}

const isCopy = (event: DragEvent): boolean => event.ctrlKey || event.altKey;
