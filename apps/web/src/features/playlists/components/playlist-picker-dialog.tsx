import { useQuery } from '@tanstack/react-query';
import { MESSAGES } from '@vitrine/contract/messages';
import type { Playlist } from '@vitrine/contract/playlists';
import { type ReactNode, useState } from 'react';
import type { OwnerScope } from '../../../entities/accounts/owner-scope.ts';
import { messageOf } from '../../../lib/app-error.ts';
import { countOf } from '../../../lib/format.ts';
import { includesWords } from '../../../lib/includes-words.ts';
import { PlaylistIcon } from '../../../ui/app-icons.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SearchBox } from '../../../ui/toolbar.tsx';
import { useAddAlbums } from '../api/playlist-mutations.ts';
import { playlistListOptions } from '../api/playlists.ts';
import { saveToasts } from '../save-toasts.ts';
import styles from './playlist-picker-dialog.module.css';

/** So many are found without looking for them. */
const FEW = 6;

interface PlaylistPickerDialogProps {
  isOpen: boolean;
  onClose: () => void;
  scope: OwnerScope;
  album: { _id: string; name: string };
  /** What to do when there is no playlist. */
  createLink: ReactNode;
}

/** Playlists are made of albums: the whole album joins the one that is chosen. */
export function PlaylistPickerDialog(props: PlaylistPickerDialogProps) {
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title="Add album to playlist"
      description={`Playlists play whole albums. Everything in “${props.album.name}” joins, and what is added to it later joins by itself.`}
    >
      <Choices {...props} />
    </Dialog>
  );
}

function Choices({ onClose, scope, album, createLink }: PlaylistPickerDialogProps) {
  const list = useQuery(playlistListOptions(scope.userId, undefined, scope.orgId));
  const [wanted, setWanted] = useState('');
  if (list.isPending) return <Skeleton style={{ height: 120 }} />;
  if (list.isError) return <LoadFailure message={messageOf(list.error)} onRetry={() => void list.refetch()} />;
  const all = list.data.filter(({ abilities }) => abilities.edit);
  if (all.length === 0) {
    return (
      <div className={styles.none}>
        <p>{MESSAGES.noPlaylist}</p>
        {createLink}
      </div>
    );
  }
  return (
    <>
      {all.length > FEW && <SearchBox label="Search playlists" value={wanted} onChange={setWanted} />}
      <ul className={styles.list} aria-label="Playlists">
        {all
          .filter(({ name }) => includesWords(name, wanted))
          .map((playlist) => (
            <li key={playlist._id}>
              <Choice playlist={playlist} albumId={album._id} onAdded={onClose} />
            </li>
          ))}
      </ul>
    </>
  );
}

function Choice({ playlist, albumId, onAdded }: { playlist: Playlist; albumId: string; onAdded: () => void }) {
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
      <span className={styles.note}>{isThere ? 'Already in it' : countOf(playlist.albumArr.length, 'album')}</span>
    </button>
  );
}
