import type { Playlist } from '@vitrine/contract/playlists';
import { formatCount } from '../../../lib/format.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { PlaylistIcon } from '../../../ui/app-icons.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { useAddAlbums } from '../api/playlist-mutations.ts';
import { saveToasts } from '../api/save-toasts.ts';
import { PlaylistChoices } from './playlist-choices.tsx';
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
