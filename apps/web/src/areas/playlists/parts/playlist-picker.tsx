import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MESSAGES } from '@vitrine/contract/messages';
import type { Playlist } from '@vitrine/contract/playlists';
import { type ReactNode, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { matchesSearch } from '../../../lib/typed-search.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { PlaylistIcon } from '../../../ui/app-icons.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { SearchBox } from '../../../ui/toolbar.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import { playlistListOptions, saveToasts, useAddAlbums } from '../api/playlists.ts';
import styles from './playlist-picker.module.css';

/** Adds the whole album to the playlist that the user chooses. Open while the address has `dialog=playlist`. */
export function AddToPlaylistDialog({ album }: { album: { _id: string; name: string } }) {
  const { dialog, close } = useDialog();
  const scope = useAccountInView();
  return (
    <Dialog
      isOpen={dialog === 'playlist'}
      onClose={close}
      title="Add album to playlist"
      description={`Playlists play whole albums. Everything in “${album.name}” is added, including anything you add to the album later.`}
    >
      <PlaylistChoices scope={scope} isFit={({ abilities }) => abilities.edit}>
        {(playlist) => <AddToPlaylistButton playlist={playlist} albumId={album._id} onAdded={close} />}
      </PlaylistChoices>
    </Dialog>
  );
}

function AddToPlaylistButton({ playlist, albumId, onAdded }: { playlist: Playlist; albumId: string; onAdded: () => void }) {
  const isThere = playlist.albumArr.some((entry) => entry.albumId._id === albumId);
  const add = useAddAlbums(playlist._id, {
    ...saveToasts,
    onSuccess: (answer, input, refreshed) => {
      void saveToasts.onSuccess(answer, input, refreshed);
      onAdded();
    },
  });
  return (
    <button
      type="button"
      className={styles.choice}
      disabled={isThere || add.isPending}
      onClick={() => add.mutate({ albumIds: [albumId], firstSequence: playlist.albumArr.length + 1 })}
    >
      <PlaylistIcon size={18} />
      <span className={styles.name}>{playlist.name}</span>
      <span className={styles.note}>{isThere ? 'Already added' : formatCount(playlist.albumArr.length, 'album')}</span>
    </button>
  );
}

interface ChoosePlaylistDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  scope: OwnerScope;
  onChoose: (playlist: Playlist) => void;
}

/** Any playlist, for what comes next. */
export const ChoosePlaylistDialog = ({ isOpen, onClose, title, scope, onChoose }: ChoosePlaylistDialogProps) => (
  <Dialog isOpen={isOpen} onClose={onClose} title={title} description="Choose a playlist.">
    <PlaylistChoices scope={scope}>
      {(playlist) => (
        <button type="button" className={styles.choice} onClick={() => onChoose(playlist)}>
          <PlaylistIcon size={18} />
          <span className={styles.name}>{playlist.name}</span>
          <span className={styles.note}>{formatCount(playlist.albumArr.length, 'album')}</span>
        </button>
      )}
    </PlaylistChoices>
  </Dialog>
);

/** Minimum number of playlists for a search field. */
const SEARCH_THRESHOLD = 6;

interface PlaylistChoicesProps {
  scope: OwnerScope;
  /** Which of them can be chosen at all. */
  isFit?: (playlist: Playlist) => boolean;
  /** The button that chooses one. */
  children: (playlist: Playlist) => ReactNode;
}

/** Playlists to choose one of, searched where they are many. */
function PlaylistChoices({ scope, isFit = () => true, children }: PlaylistChoicesProps) {
  const list = useQuery(playlistListOptions(scope.userId, undefined, scope.orgId));
  const [wanted, setWanted] = useState('');
  if (list.isPending) return <Skeleton style={{ height: 120 }} />;
  if (list.isLoadingError) return <LoadFailure message={getErrorMessage(list.error)} onRetry={() => void list.refetch()} />;
  const all = list.data.filter(isFit);
  if (all.length === 0) {
    return (
      <Stack align="start" gap={4}>
        <p>{MESSAGES.noPlaylist}</p>
        <Link to="/main/playlist" search={{ dialog: 'create' }} className={buttonClass('primary')}>
          Create playlist
        </Link>
      </Stack>
    );
  }
  const found = all.filter(({ name }) => matchesSearch(name, wanted));
  return (
    <>
      {all.length > SEARCH_THRESHOLD && <SearchBox label="Search playlists" value={wanted} onChange={setWanted} />}
      {found.length === 0 && (
        <Stack as="p" align="start" gap={4}>
          No playlists match “{wanted}”.
        </Stack>
      )}
      <ul className={styles.list} aria-label="Playlists">
        {found.map((playlist) => (
          <li key={playlist._id}>{children(playlist)}</li>
        ))}
      </ul>
    </>
  );
}
