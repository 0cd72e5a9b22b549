import { useId, useRef } from 'react';
import { getAvatarPicture } from '../../../lib/picture-url.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { FieldNote } from '../../../ui/text-field.tsx';
import { PHOTO_TYPES } from '../photo-rules.ts';
import styles from './photo-field.module.css';
import type { PhotoUpload } from './use-photo.ts';

interface PhotoFieldProps {
  /** What the picture is: 'Photo'. */
  label: string;
  /** Whose it is; its letters stand in for a picture. */
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
      <div className={styles.row}>
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
      </div>
      <FieldNote id={noteId} error={photo.error} hint="JPEG, PNG or WebP, under 800 KB" />
    </fieldset>
  );
}
