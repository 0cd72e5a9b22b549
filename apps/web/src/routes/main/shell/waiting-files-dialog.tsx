import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useUpgrade } from '../../../entities/plans/upgrade.tsx';
import { AlbumNameDialog } from '../../../features/albums/components/album-name-dialog.tsx';
import { addFiles } from '../../../features/uploads/add-files.ts';
import { UploadToAlbumDialog } from '../../../features/uploads/components/upload-to-album-dialog.tsx';
import { setWaitingFiles, useReception } from '../../../features/uploads/upload-target.ts';
import { useAlbumChoices } from '../albums/use-album-choices.ts';

/** Files were dropped or pasted where no album is open: it asks for one, or makes one, and shows it. */
export function WaitingFilesDialog() {
  const { waiting } = useReception();
  const [isCreating, setIsCreating] = useState(false);
  const navigate = useNavigate();
  const upgrade = useUpgrade();
  const albums = useAlbumChoices(waiting.length > 0);
  const close = () => {
    setWaitingFiles([]);
    setIsCreating(false);
  };
  const show = (albumId: string) => {
    close();
    void navigate({ to: '/main/media', search: { albumId } });
  };
  const fill = async (albumId: string) => {
    await addFiles(waiting, albumId, upgrade);
    show(albumId);
  };
  return (
    <>
      <UploadToAlbumDialog
        isOpen={waiting.length > 0 && !isCreating}
        onClose={close}
        onCreate={() => setIsCreating(true)}
        onStarted={show}
        albums={albums}
        files={waiting}
      />
      <AlbumNameDialog isOpen={isCreating} onClose={close} onSaved={({ _id }) => void fill(_id)} />
    </>
  );
}
