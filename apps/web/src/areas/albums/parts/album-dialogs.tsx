import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Album } from '@vitrine/contract/albums';
import { getLoadFailure } from '../../../lib/app-error.ts';
import { useCloseWhenRemoved, useDialog } from '../../../lib/use-overlay.ts';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { albumOptions } from '../api/albums.ts';
import { AlbumNameDialog } from './album-name-dialog.tsx';
import { DeleteAlbumDialog, LeaveAlbumDialog } from './delete-album-dialog.tsx';
import { ShareAlbumDialog } from './share-album-dialog.tsx';
import { UploadToAlbumDialog } from './upload-to-album-dialog.tsx';

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
  const toAlbum = (albumId: string) => void navigate({ to: '/main/media', search: { albumId }, replace: true });
  return (
    <>
      <AlbumNameDialog isOpen={dialog === 'create'} onClose={close} onSaved={({ _id }) => toAlbum(_id)} />
      <AlbumNameDialog isOpen={dialog === 'rename' && album !== undefined} album={album} onClose={close} />
      <DeleteAlbumDialog isOpen={dialog === 'delete'} album={album} onClose={close} />
      <LeaveAlbumDialog isOpen={dialog === 'remove'} album={album} userId={account.userId} onClose={close} />
      <ShareAlbumDialog isOpen={dialog === 'share'} album={album} onClose={close} />
      <UploadToAlbumDialog isOpen={dialog === 'upload'} onClose={close} onStarted={toAlbum} />
    </>
  );
}
