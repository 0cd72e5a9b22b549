import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Album } from '@vitrine/contract/albums';
import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { UploadIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { useOpenPlans } from '../../accounts/parts/plan-usage.tsx';
import { addFiles } from '../../uploads/add-files.ts';
import { FreeSpaceNote } from '../../uploads/parts/free-space-note.tsx';
import { UploadButton } from '../../uploads/parts/upload-button.tsx';
import { setWaitingFiles, UploadTarget, useFileTarget } from '../../uploads/upload-target.ts';
import { albumListOptions } from '../api/albums.ts';
import styles from './album-picker-dialog.module.css';
import { NewAlbumField } from './new-album-field.tsx';

interface UploadToAlbumDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onStarted: (albumId: string) => void;
  /** Files that were dropped or pasted before an album was chosen. */
  files?: readonly File[];
}

/** Lets the user choose an album, and then files unless they were already dropped. */
export function UploadToAlbumDialog({ isOpen, onClose, onStarted, files }: UploadToAlbumDialogProps) {
  const albums = useWritableAlbums(isOpen);
  const [chosen, setChosen] = useState('');
  const album = albums?.find(({ _id }) => _id === chosen) ?? albums?.[0];
  const albumId = album?._id ?? '';
  const upgrade = useOpenPlans();
  const send = async (waiting: readonly File[]) => {
    if (await addFiles(waiting, albumId, upgrade)) onStarted(albumId);
    else onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Upload media"
      description={files ? `Choose an album for ${formatCount(files.length, 'file')}.` : 'Choose an album, then add photos and videos.'}
      footer={
        files ? (
          <Button kind="primary" icon={<UploadIcon size={18} />} disabled={albumId === ''} onClick={() => void send(files)}>
            Upload
          </Button>
        ) : (
          <UploadButton albumId={albumId} label="Choose files" isDisabled={albumId === ''} onStarted={() => onStarted(albumId)} />
        )
      }
    >
      {!albums && <Skeleton style={{ height: 68 }} />}
      {albums?.length === 0 && <p className={styles.uploadNone}>You don’t have any albums yet. Create one to upload photos and videos.</p>}
      {albums && album && (
        <SelectField
          label="Album"
          value={albumId}
          onChange={(event) => setChosen(event.target.value)}
          options={albums.map((one) => ({ value: one._id, label: one.name }))}
        />
      )}
      {albums && <NewAlbumField isFirst={albums.length === 0} onCreated={({ _id }) => setChosen(_id)} />}
      {isOpen && album && (
        <p className={styles.freeSpace}>
          <FreeSpaceNote key={albumId} albumId={albumId} />
        </p>
      )}
      {isOpen && !files && album && <UploadTarget albumId={albumId} albumName={album.name} />}
    </Dialog>
  );
}

/**
 * Returns the albums to which the user may add: own ones, then shared ones with write permission; undefined until both are loaded. Requested only when
 * needed.
 */
function useWritableAlbums(isWanted: boolean): Album[] | undefined {
  const account = useAccountInView();
  const mine = useQuery({ ...albumListOptions('mine', account), enabled: isWanted });
  const shared = useQuery({ ...albumListOptions('shared', account), enabled: isWanted });
  if (mine.isPending || shared.isPending) return undefined;
  return [...(mine.data ?? []), ...(shared.data ?? [])].filter(({ abilities }) => abilities.addMedia);
}

/** Lets the user choose or create an album after files were dropped or pasted on a page without one, and opens it. */
export function WaitingFilesDialog() {
  const { waiting } = useFileTarget();
  const navigate = useNavigate();
  const close = () => setWaitingFiles([]);
  const show = (albumId: string) => {
    close();
    void navigate({ to: '/main/media', search: { albumId } });
  };
  return <UploadToAlbumDialog isOpen={waiting.length > 0} onClose={close} onStarted={show} files={waiting} />;
}
