import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import { useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useUploadAnswerPicture } from './api/faq-mutations.ts';

interface PictureDialogProps {
  onClose: () => void;
  /** The key of the upload, and what the picture shows in words. */
  onChosen: (key: string, alt: string) => void;
}

const ACCEPT = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** A picture from this computer. It becomes part of the answer when that is saved. */
export function AnswerPictureDialog({ onClose, onChosen }: PictureDialogProps) {
  const [file, setFile] = useState<File>();
  const [alt, setAlt] = useState('');
  const [isJudged, setJudged] = useState(false);
  const upload = useUploadAnswerPicture({ onSuccess: (key) => onChosen(key, alt.trim()) });
  const fault = file ? (file.type.startsWith('image/') ? undefined : BUSINESS_MESSAGES.onlyImages) : 'Choose an image.';
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        // React passes it on to the form around the editor.
        event.stopPropagation();
        setJudged(true);
        if (file && !fault && !upload.isPending) upload.mutate(file);
      }}
      title="Insert image"
      submitLabel="Insert"
      isSubmitting={upload.isPending}
      failure={upload.error ? getPictureFailure(upload.error, file) : undefined}
    >
      <TextField
        label="Image file"
        type="file"
        accept={ACCEPT}
        onChange={(event) => setFile(event.target.files?.[0])}
        error={isJudged ? fault : undefined}
        hint="JPG, PNG, WebP, GIF or AVIF"
      />
      <TextField
        label="Alt text"
        autoComplete="off"
        maxLength={200}
        value={alt}
        onChange={(event) => setAlt(event.target.value)}
        hint="Describe the image for people who can’t see it."
      />
    </FormDialog>
  );
}

/** Source: specification 3 §8. */
const getPictureFailure = (error: Error, file: File | undefined): string =>
  error.name === 'AppError' ? getErrorMessage(error) : `Couldn't upload file: ${file?.name ?? ''}.`;
