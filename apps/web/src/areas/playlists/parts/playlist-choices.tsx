import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MESSAGES } from '@vitrine/contract/messages';
import type { Playlist } from '@vitrine/contract/playlists';
import { type ReactNode, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { matchesSearch } from '../../../lib/text-match.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SearchBox } from '../../../ui/toolbar.tsx';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import { playlistListOptions } from '../api/playlists.ts';
import styles from './playlist-picker.module.css';

/** So many are found without looking for them. */
const SEARCH_THRESHOLD = 6;

interface PlaylistChoicesProps {
  scope: OwnerScope;
  /** Which of them can be chosen at all. */
  isFit?: (playlist: Playlist) => boolean;
  /** The button that chooses one. */
  children: (playlist: Playlist) => ReactNode;
}

/** Playlists to choose one of, searched where they are many. */
export function PlaylistChoices({ scope, isFit = () => true, children }: PlaylistChoicesProps) {
  const list = useQuery(playlistListOptions(scope.userId, undefined, scope.orgId));
  const [wanted, setWanted] = useState('');
  if (list.isPending) return <Skeleton style={{ height: 120 }} />;
  if (list.isLoadingError) return <LoadFailure message={getErrorMessage(list.error)} onRetry={() => void list.refetch()} />;
  const all = list.data.filter(isFit);
  if (all.length === 0) {
    return (
      <div className={styles.none}>
        <p>{MESSAGES.noPlaylist}</p>
        <Link to="/main/playlist" search={{ dialog: 'create' }} className={buttonClass('primary')}>
          Create playlist
        </Link>
      </div>
    );
  }
  const found = all.filter(({ name }) => matchesSearch(name, wanted));
  return (
    <>
      {all.length > SEARCH_THRESHOLD && <SearchBox label="Search playlists" value={wanted} onChange={setWanted} />}
      {found.length === 0 && <p className={styles.none}>No playlists match “{wanted}”.</p>}
      <ul className={styles.list} aria-label="Playlists">
        {found.map((playlist) => (
          <li key={playlist._id}>{children(playlist)}</li>
        ))}
      </ul>
    </>
  );
}
