import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { useCloseWhenRemoved, useDialog } from '../../../lib/use-overlay.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { mediaOptions } from '../api/media.ts';
import { useSetScreenTimes } from '../api/screen-times.ts';
import { FIELDS_OF_SELECTION, getFieldsOfMedia, parseScreenTimes, type ScreenTimesFields } from '../screen-times-form.ts';
import { ScreenTimesFieldset } from './screen-times-fieldset.tsx';

/** Name of the dialog in the address. Its target is a media id, or the selection without one. */
export const SCREEN_TIMES_DIALOG = 'times';

interface ScreenTimesDialogProps {
  /** The media that the dialog is about. */
  ids: readonly string[];
  onSaved: () => void;
  /** Its name in the address, on pages that have this dialog for two purposes. */
  name?: string;
}

/** Changes when and how long screens show media. */
export function ScreenTimesDialog({ ids, onSaved, name = SCREEN_TIMES_DIALOG }: ScreenTimesDialogProps) {
  const { dialog } = useDialog();
  if (dialog !== name || ids.length === 0) return null;
  const [id] = ids;
  if (ids.length === 1 && id !== undefined) return <OneItem key={id} id={id} onSaved={onSaved} />;
  return <ScreenTimesForm ids={ids} about={formatCount(ids.length, 'item')} initial={FIELDS_OF_SELECTION} onSaved={onSaved} />;
}

function OneItem({ id, onSaved }: { id: string; onSaved: () => void }) {
  const asked = useQuery(mediaOptions(id));
  useCloseWhenRemoved({ what: 'photo', asked, isListed: false });
  if (!asked.data) return null;
  const { name, kind } = asked.data;
  return (
    <ScreenTimesForm ids={[id]} about={`“${name}”`} initial={getFieldsOfMedia(asked.data)} isVideo={kind === 'video'} onSaved={onSaved} />
  );
}

interface ScreenTimesFormProps {
  ids: readonly string[];
  /** Names the item or the number of items. */
  about: string;
  initial: ScreenTimesFields;
  isVideo?: boolean;
  onSaved: () => void;
}

function ScreenTimesForm({ ids, about, initial, isVideo = false, onSaved }: ScreenTimesFormProps) {
  const { close } = useDialog();
  const [fields, setFields] = useState(initial);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { times, errors } = parseScreenTimes(isVideo ? { ...fields, stays: 'keep' } : fields);
  const save = useSetScreenTimes({
    onSuccess: (message) => {
      toast.success(message ?? 'Changes saved.');
      onSaved();
      close();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (!times) return;
    if (Object.keys(times).length > 0) save.mutate({ ids, times });
    else close();
  };
  return (
    <FormDialog
      isOpen
      onClose={close}
      onSubmit={submit}
      title="Time on screens"
      description={`When and how long screens show ${about}. Times are in the time zone of each screen.`}
      submitLabel="Save"
      isSubmitting={save.isPending}
      failure={save.error && getErrorMessage(save.error)}
    >
      <ScreenTimesFieldset
        fields={fields}
        errors={(isSubmitted && errors) || {}}
        isVideo={isVideo}
        isSelection={ids.length > 1}
        onChange={(change) => setFields({ ...fields, ...change })}
      />
    </FormDialog>
  );
}
