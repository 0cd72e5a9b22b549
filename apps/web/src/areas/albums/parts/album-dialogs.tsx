import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Album } from '@vitrine/contract/albums';
import { getLoadFailure } from '../../../lib/app-error.ts';
import { useCloseWhenRemoved, useDialog } from '../../../lib/use-overlay.ts';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { userOptions } from '../../accounts/api/accounts.ts';
import { albumOptions } from '../api/albums.ts';
import { AlbumNameDialog } from './album-name-dialog.tsx';
import { DeleteAlbumDialog, LeaveAlbumDialog } from './delete-album-dialog.tsx';
import { NewAlbumField } from './new-album-field.tsx';
import { ShareAlbumDialog } from './share-album-dialog.tsx';
import { UploadToAlbumDialog, useWritableAlbums } from './upload-to-album-dialog.tsx';

/** The dialogs about an album; which is open, and about which album, stands in the address. */
export function AlbumDialogs({ albums }: { albums: readonly Album[] }) {
  const { dialog, target, close } = useDialog();
  const navigate = useNavigate();
  const account = useAccountInView();
  const listed = albums.find((album) => album._id === target);
  // One that is on no page yet, or was found by a search.
  const fetched = useQuery({ ...albumOptions(target ?? ''), enabled: target !== undefined && !listed });
  const album = listed ?? (getLoadFailure(fetched) ? undefined : fetched.data);
  useCloseWhenRemoved({ what: 'album', asked: fetched, isListed: listed !== undefined });
  const choices = useWritableAlbums(dialog === 'upload');
  const toAlbum = (albumId: string) => void navigate({ to: '/main/media', search: { albumId }, replace: true });
  return (
    <>
      <AlbumNameDialog isOpen={dialog === 'create'} onClose={close} onSaved={({ _id }) => toAlbum(_id)} />
      <AlbumNameDialog isOpen={dialog === 'rename' && album !== undefined} album={album} onClose={close} />
      <DeleteAlbumDialog isOpen={dialog === 'delete'} album={album} onClose={close} />
      <LeaveAlbumDialog isOpen={dialog === 'remove'} album={album} userId={account.userId} onClose={close} />
      <AlbumSharing isOpen={dialog === 'share'} album={album} onClose={close} />
      <UploadToAlbumDialog
        isOpen={dialog === 'upload'}
        onClose={close}
        albums={choices}
        onStarted={toAlbum}
        create={(onCreated, isFirst) => <NewAlbumField isFirst={isFirst} onCreated={({ _id }) => onCreated(_id)} />}
      />
    </>
  );
}

/** Until the owner is known, for a dialog that is closed until then. */
const UNKNOWN_OWNER = { name: '', email: '', profilePicture: null };

export function AlbumSharing({ album, isOpen, onClose }: { album?: Album; isOpen: boolean; onClose: () => void }) {
  const { userId } = useAccountInView();
  const person = useQuery(userOptions(userId)).data;
  return <ShareAlbumDialog album={album} owner={person ?? UNKNOWN_OWNER} isOpen={isOpen && person !== undefined} onClose={onClose} />;
}
