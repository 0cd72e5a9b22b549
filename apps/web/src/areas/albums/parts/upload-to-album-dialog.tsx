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
import { classifyFiles } from '../../uploads/accepted-files.ts';
import { addFiles } from '../../uploads/add-files.ts';
import { hasSeveralFolders } from '../../uploads/folder-albums.ts';
import { FreeSpaceNote } from '../../uploads/parts/free-space-note.tsx';
import { UploadButton } from '../../uploads/parts/upload-button.tsx';
import { clearWaitingFiles, UploadTarget, useFileTarget } from '../../uploads/upload-target.ts';
import { albumListOptions } from '../api/albums.ts';
import styles from './album-picker-dialog.module.css';
import { FolderAlbumsDialog } from './folder-albums-dialog.tsx';
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
          options={albums.map((one) => ({ value: one._id, label: one.orgId === null ? one.name : `${one.name} (family)` }))}
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

/**
 * Decides where dropped, pasted and chosen files go when that is not clear: files of several folders may become several albums, and on a page without an
 * album one is chosen or created.
 */
export function WaitingFilesDialog() {
  const { waiting } = useFileTarget();
  const { files, albumId } = waiting;
  const [merged, setMerged] = useState<readonly File[] | null>(null);
  const navigate = useNavigate();
  const upgrade = useOpenPlans();
  const show = (id: string) => {
    clearWaitingFiles();
    void navigate({ to: '/main/media', search: { albumId: id } });
  };
  const isAboutFolders = merged !== files && hasSeveralFolders(classifyFiles(files).accepted);
  const merge = () => {
    if (albumId === undefined) return setMerged(files);
    clearWaitingFiles();
    void addFiles(files, albumId, upgrade);
  };
  return (
    <>
      <FolderAlbumsDialog
        files={isAboutFolders ? files : []}
        isAlbumOpen={albumId !== undefined}
        onClose={clearWaitingFiles}
        onMerge={merge}
      />
      <UploadToAlbumDialog isOpen={files.length > 0 && !isAboutFolders} onClose={clearWaitingFiles} onStarted={show} files={files} />
    </>
  );
}
