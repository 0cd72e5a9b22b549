import { useNavigate } from '@tanstack/react-router';
import { setWaitingFiles, useFileTarget } from '../../uploads/upload-target.ts';
import { NewAlbumField } from './new-album-field.tsx';
import { UploadToAlbumDialog } from './upload-to-album-dialog.tsx';
import { useWritableAlbums } from './use-album-choices.ts';

/** Files were dropped or pasted where no album is open: it asks for one, or makes one, and shows it. */
export function WaitingFilesDialog() {
  const { waiting } = useFileTarget();
  const navigate = useNavigate();
  const albums = useWritableAlbums(waiting.length > 0);
  const close = () => setWaitingFiles([]);
  const show = (albumId: string) => {
    close();
    void navigate({ to: '/main/media', search: { albumId } });
  };
  return (
    <UploadToAlbumDialog
      isOpen={waiting.length > 0}
      onClose={close}
      onStarted={show}
      albums={albums}
      files={waiting}
      create={(onCreated, isFirst) => <NewAlbumField isFirst={isFirst} onCreated={({ _id }) => onCreated(_id)} />}
    />
  );
}
