import type { Playlist } from '@vitrine/contract/playlists';
import type { ReactNode } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { PlaylistIcon } from '../../../ui/app-icons.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import { useAddAlbums } from '../api/playlist-mutations.ts';
import { saveToasts } from '../api/save-toasts.ts';
import { PlaylistChoices } from './playlist-choices.tsx';
import styles from './playlist-picker.module.css';

interface PlaylistPickerDialogProps {
  isOpen: boolean;
  onClose: () => void;
  scope: OwnerScope;
  album: { _id: string; name: string };
  /** What to do when there is no playlist. */
  createLink: ReactNode;
}

/** Playlists are made of albums: the whole album joins the one that is chosen. */
export function AddToPlaylistDialog(props: PlaylistPickerDialogProps) {
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title="Add album to playlist"
      description={`Playlists play whole albums. Everything in “${props.album.name}” is added, including anything you add to the album later.`}
    >
      <EditablePlaylists {...props} />
    </Dialog>
  );
}

function EditablePlaylists({ onClose, scope, album, createLink }: PlaylistPickerDialogProps) {
  return (
    <PlaylistChoices scope={scope} isFit={({ abilities }) => abilities.edit} createLink={createLink}>
      {(playlist) => <AddToPlaylistButton playlist={playlist} albumId={album._id} onAdded={onClose} />}
    </PlaylistChoices>
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
