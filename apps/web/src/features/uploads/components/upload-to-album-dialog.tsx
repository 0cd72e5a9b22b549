import { LIMITS } from '@vitrine/contract/limits';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { UploadButton } from './upload-button.tsx';

interface UploadToAlbumDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onCreate: () => void;
  onStarted: (albumId: string) => void;
  albums: { _id: string; name: string }[];
}

/** 'Upload media' from the Add New menu: first where to, then which files. */
export function UploadToAlbumDialog({ isOpen, onClose, onCreate, onStarted, albums }: UploadToAlbumDialogProps) {
  const [chosen, setChosen] = useState('');
  const albumId = chosen || (albums[0]?._id ?? '');
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Upload media"
      description={`Photos and videos, up to ${LIMITS.filesPerUpload} files at a time.`}
      footer={
        <>
          <Button kind="quiet" onClick={onCreate}>
            Create new album
          </Button>
          <UploadButton albumId={albumId} label="Choose files" isDisabled={albumId === ''} onStarted={() => onStarted(albumId)} />
        </>
      }
    >
      <SelectField
        label="Album"
        value={albumId}
        onChange={(event) => setChosen(event.target.value)}
        options={albums.map((album) => ({ value: album._id, label: album.name }))}
      />
    </Dialog>
  );
}
