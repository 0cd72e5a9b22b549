import { useId, useRef } from 'react';
import { avatarPicture } from '../../../entities/accounts/profile-picture.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { FieldNote } from '../../../ui/text-field.tsx';
import { PHOTO_TYPES } from '../photo-rules.ts';
import styles from './photo-field.module.css';

interface PhotoFieldProps {
  name: string;
  /** The upload that is or will be the picture. */
  pictureKey: string | null;
  isUploading: boolean;
  error?: string;
  onChoose: (file: File) => void;
  onRemove: () => void;
}

const SIZE = 85;

export function PhotoField({ name, pictureKey, isUploading, error, onChoose, onRemove }: PhotoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const noteId = useId();
  return (
    <fieldset className={styles.field} aria-describedby={noteId}>
      <legend className={styles.legend}>Photo</legend>
      <div className={styles.row}>
        <Avatar name={name} size={SIZE} {...avatarPicture(pictureKey ? { key: pictureKey } : null, SIZE)} />
        <Button isLoading={isUploading} onClick={() => input.current?.click()}>
          {pictureKey ? 'Change photo' : 'Add photo'}
        </Button>
        {pictureKey && (
          <Button kind="quiet" onClick={onRemove} disabled={isUploading}>
            Remove
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept={PHOTO_TYPES.join(',')}
          hidden
          aria-label="Choose a photo"
          onChange={(event) => {
            const file = event.target.files?.[0];
            // The same file may be chosen again.
            event.target.value = '';
            if (file) onChoose(file);
          }}
        />
      </div>
      <FieldNote id={noteId} error={error} hint="JPEG, PNG or WebP, under 800 KB" />
    </fieldset>
  );
}
