import type { Playlist } from '@vitrine/contract/playlists';
import { formatCount } from '../../../lib/format.ts';
import { PlaylistIcon } from '../../../ui/app-icons.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import { PlaylistChoices } from './playlist-choices.tsx';
import styles from './playlist-picker.module.css';

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
