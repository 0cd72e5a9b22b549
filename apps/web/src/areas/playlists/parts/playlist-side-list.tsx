import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MESSAGES } from '@vitrine/contract/messages';
import type { Playlist } from '@vitrine/contract/playlists';
import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { useStoredChoice } from '../../../lib/stored-choice.ts';
import { matchesSearch } from '../../../lib/typed-search.ts';
import { MoreIcon, PlusIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { SideList } from '../../../ui/side-list.tsx';
import { Text } from '../../../ui/text.tsx';
import { ViewSwitch } from '../../../ui/toolbar.tsx';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import { playlistListOptions } from '../api/playlists.ts';
import { PlaylistCover } from './playlist-cover.tsx';
import styles from './playlist-side-list.module.css';

interface PlaylistSideListProps {
  scope: OwnerScope;
  /** Id of the open playlist. */
  playlistId: string | undefined;
  onCreate: () => void;
  onDelete: (playlistId: string) => void;
}

/** List of all playlists next to the open one. */
export function PlaylistSideList({ scope, playlistId, onCreate, onDelete }: PlaylistSideListProps) {
  const playlists = useQuery(playlistListOptions(scope.userId, undefined, scope.orgId));
  const [view, setView] = useStoredChoice('playlistSideView', ['List', 'Grid'], 'List');
  const [wanted, setWanted] = useState('');
  const shown = (playlists.data ?? []).filter(({ name }) => matchesSearch(name, wanted));
  return (
    <SideList
      label="Playlists"
      head={
        <>
          <ViewSwitch value={view} onChange={setView} />
          <IconButton label="Create playlist" icon={<PlusIcon />} onClick={onCreate} />
        </>
      }
      wanted={wanted}
      onWant={setWanted}
      isPending={playlists.isPending}
      none={playlists.data && shown.length === 0 ? MESSAGES.noPlaylist : undefined}
    >
      <ul className={styles.list} data-view={view}>
        {shown.map((playlist) => (
          <SidePlaylist
            key={playlist._id}
            playlist={playlist}
            isOpen={playlist._id === playlistId}
            onDelete={() => onDelete(playlist._id)}
          />
        ))}
      </ul>
    </SideList>
  );
}

function SidePlaylist({ playlist, isOpen, onDelete }: { playlist: Playlist; isOpen: boolean; onDelete: () => void }) {
  return (
    <li className={styles.entry}>
      <Link
        to="/main/playlistpreview"
        search={{ playlistId: playlist._id }}
        className={styles.link}
        activeProps={{}}
        aria-current={isOpen ? 'page' : undefined}
      >
        <span className={styles.cover}>
          <PlaylistCover playlist={playlist} />
        </span>
        <span className={styles.words}>
          <span className={styles.name}>{playlist.name}</span>
          <Text as="span" tone="soft" size="sm" isTabular>
            {formatCount(playlist.itemCount, 'item')}
          </Text>
        </span>
      </Link>
      {playlist.abilities.delete && (
        <span className={styles.menu}>
          <Menu trigger={<IconButton label={`Actions for ${playlist.name}`} icon={<MoreIcon />} />}>
            <MenuItem icon={<TrashIcon size={18} />} isDanger onSelect={onDelete}>
              Delete
            </MenuItem>
          </Menu>
        </span>
      )}
    </li>
  );
}
