import { useQuery } from '@tanstack/react-query';
import type { Media } from '@vitrine/contract/media';
import { type FormEvent, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { messageToasts } from '../../../lib/use-api-mutation.ts';
import { useCloseWhenRemoved, useDialog } from '../../../lib/use-overlay.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { mediaOptions } from '../api/media.ts';
import { useEditMedia } from '../api/media-mutations.ts';

/** Name of the dialog in the address. Its target is a media id. */
export const TAKEN_DATE_DIALOG = 'date';

/** Changes the date and time at which a photo or video was taken. */
export function TakenDateDialog() {
  const { dialog, target = '', close } = useDialog();
  const isRequested = dialog === TAKEN_DATE_DIALOG && target !== '';
  const asked = useQuery({ ...mediaOptions(target), enabled: isRequested });
  useCloseWhenRemoved({ what: 'photo', asked: isRequested ? asked : { error: null, data: undefined }, isListed: false });
  if (!isRequested || !asked.data) return null;
  return <TakenDateForm key={asked.data._id} media={asked.data} onClose={close} />;
}

/** Precision of the form: minutes. */
const toFieldValue = (iso: string) => iso.slice(0, 16);

function TakenDateForm({ media, onClose }: { media: Media; onClose: () => void }) {
  const current = toFieldValue(media.takenAt ?? media.createdAt);
  const [value, setValue] = useState(current);
  const save = useEditMedia(media, {
    onSuccess: (answer) => {
      messageToasts.onSuccess(answer);
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value !== current || media.takenAt === null) save.mutate({ takenAt: value });
    else onClose();
  };
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      onSubmit={submit}
      title="Change date taken"
      description={`“${media.name}” moves to this date in Photos and in albums sorted by date. The original file stays unchanged.`}
      submitLabel="Save"
      isSubmitting={save.isPending}
      failure={save.error && getErrorMessage(save.error)}
    >
      <TextField
        required
        label="Date and time"
        type="datetime-local"
        value={value}
        error={value === '' ? 'Enter a date and a time.' : undefined}
        onChange={(event) => setValue(event.target.value)}
      />
      {media.isTakenAtEdited && (
        <Button kind="quiet" disabled={save.isPending} onClick={() => save.mutate({ takenAt: null })}>
          Restore the original date
        </Button>
      )}
    </FormDialog>
  );
}
