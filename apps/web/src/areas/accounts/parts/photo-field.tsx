import { uploadFiles } from '@vitrine/contract/files.endpoints';
import { useId, useRef, useState } from 'react';
import { call } from '../../../lib/api-client.ts';
import { AppError, getErrorMessage } from '../../../lib/app-error.ts';
import { getAvatarPicture } from '../../../lib/picture-url.ts';
import { useApiMutation } from '../../../lib/use-api-mutation.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { FieldNote } from '../../../ui/text-field.tsx';
import { getPhotoError, getPhotoTypeError, PHOTO_TYPES } from '../personal-data.ts';
import { scalePhoto } from '../scaled-photo.ts';
import styles from './photo-field.module.css';

interface PhotoFieldProps {
  /** Label of the picture: 'Photo'. */
  label: string;
  /** Name whose initials are shown without a picture. */
  name: string;
  photo: PhotoUpload;
  addLabel: string;
  changeLabel: string;
}

const SIZE = 85;

export function PhotoField({ label, name, photo, addLabel, changeLabel }: PhotoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const noteId = useId();
  return (
    <fieldset className={styles.field} aria-describedby={noteId}>
      <legend className={styles.legend}>{label}</legend>
      <Row align="center" gap={3}>
        <Avatar name={name} size={SIZE} {...getAvatarPicture(photo.key ? { key: photo.key } : null, SIZE)} />
        <div className={styles.buttons}>
          <Button isLoading={photo.isUploading} onClick={() => input.current?.click()}>
            {photo.key ? changeLabel : addLabel}
          </Button>
          {photo.key && (
            <Button onClick={photo.remove} disabled={photo.isUploading}>
              Remove
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept={PHOTO_TYPES.join(',')}
          hidden
          aria-label={`Choose a ${label.toLowerCase()}`}
          onChange={(event) => {
            const file = event.target.files?.[0];
            // The same file may be chosen again.
            event.target.value = '';
            if (file) photo.choose(file);
          }}
        />
      </Row>
      <FieldNote id={noteId} error={photo.error} hint="JPEG, PNG or WebP. It’s cropped to a square." />
    </fieldset>
  );
}

/**
 * Crops and scales a picture down, uploads it and returns its key. It becomes the profile's or the family's picture when that is saved. The limit of its size
 * applies to the scaled picture.
 */
async function uploadPicture(file: File): Promise<string> {
  const scaled = await scalePhoto(file);
  const sizeError = getPhotoError(scaled);
  if (sizeError) throw new AppError('INVALID', sizeError, 422);
  const form = new FormData();
  form.set('file', scaled);
  const [uploaded] = await call(uploadFiles, { query: { fileType: 'image' }, body: form });
  return uploaded?.key ?? '';
}

/** A picture is uploaded when it is chosen, so that it is seen as the server keeps it; what it is for takes it with Save. */
export function usePhoto(before: string | null) {
  const [key, setKey] = useState(before);
  const [fault, setFault] = useState<string>();
  const upload = useApiMutation({ mutate: uploadPicture, invalidates: [] }, { onSuccess: (uploaded) => setKey(uploaded) });
  const choose = (next: string | null) => {
    setFault(undefined);
    upload.reset();
    setKey(next);
  };
  return {
    key,
    isUploading: upload.isPending,
    error: fault ?? (upload.error ? getErrorMessage(upload.error) : undefined),
    choose: (file: File) => {
      const found = getPhotoTypeError(file);
      setFault(found);
      if (!found) upload.mutate(file);
    },
    remove: () => choose(null),
    /** Back to the picture there was at first. */
    reset: () => choose(before),
  };
}

type PhotoUpload = ReturnType<typeof usePhoto>;
