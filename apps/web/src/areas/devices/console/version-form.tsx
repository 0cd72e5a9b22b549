import { zodResolver } from '@hookform/resolvers/zod';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import { VERSION_LIMITS } from '@vitrine/contract/version-limits';
import { type DeviceVersion, versionBody } from '@vitrine/contract/versions';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { PaneForm } from '../../../ui/pane-form.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { FilesRefusedError, useSaveVersion } from './api/versions.ts';
import type { VersionFiles } from './version-files.ts';
import { FilesField } from './version-files-field.tsx';
import { getVersionRefusal, toastDone } from './version-toasts.ts';

const editedVersion = ({ edited = 'new' }: Record<string, unknown>): unknown => edited;

const PLATFORMS = [
  { value: 'PP', label: 'PP' },
  { value: 'WV', label: 'WV' },
];

/** On submit an empty field shows its own message (specification 3 §5). */
const EMPTY = {
  name: BUSINESS_MESSAGES.versionNameEmpty,
  versionCode: BUSINESS_MESSAGES.versionCodeEmpty,
  url: BUSINESS_MESSAGES.versionUrlEmpty,
} as const;

interface VersionFormProps {
  /** The one to edit; none to add one. */
  version: DeviceVersion | undefined;
  onSaved: () => void;
  /** It was saved and its files were not: the same again, with what was saved. */
  onHalfSaved: (version: DeviceVersion, why: string) => void;
  /** Why the files of the version that is edited were not saved with it. */
  refusal: string | undefined;
  onCancel: () => void;
}

/** A version of the program on the screens, with its files. */
export function VersionForm({ version, onSaved, onHalfSaved, refusal, onCancel }: VersionFormProps) {
  // The version that was read is sent back, so that a concurrent change is not overwritten.
  const [opened] = useState(version);
  const [files, setFiles] = useState<VersionFiles | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const [stopping, setStopping] = useState<AbortController>();
  const { register, handleSubmit, formState, reset, control, setFocus } = useForm({
    resolver: zodResolver(versionBody),
    mode: 'onTouched',
    defaultValues: {
      name: opened?.name ?? '',
      versionCode: opened?.versionCode ?? '',
      url: opened?.url ?? '',
      releaseNote: opened?.releaseNote ?? '',
      platform: opened?.platform ?? 'PP',
    },
  });
  const typed = useWatch({ control });
  const errorOf = (field: keyof typeof EMPTY) =>
    formState.isSubmitted && !typed[field]?.trim() ? EMPTY[field] : formState.errors[field]?.message;
  useEffect(() => {
    // The form may be far from the row whose pencil was pressed.
    if (opened) setFocus('name');
  }, [opened, setFocus]);
  const save = useSaveVersion({
    onSuccess: (answer) => {
      toastDone(answer);
      reset();
      setFiles(null);
      onSaved();
    },
    onError: (error) => {
      if (!(error instanceof FilesRefusedError)) return;
      onHalfSaved(error.version, `“${error.version.name}” was saved, but its files weren’t. ${getVersionRefusal(error.cause as Error)}`);
    },
    onSettled: () => setSent(null),
  });
  return (
    <PaneForm
      title={opened ? 'Edit version' : 'Add version'}
      submitLabel={opened ? 'Update' : 'Save'}
      onCancel={opened && onCancel}
      isSubmitting={save.isPending}
      isChanged={Object.keys(formState.dirtyFields).length > 0 || files !== null}
      formOf={editedVersion}
      failure={save.error ? getVersionRefusal(save.error) : save.isIdle ? refusal : undefined}
      onSubmit={handleSubmit((form) => {
        if (files?.fault) return;
        const stop = new AbortController();
        setStopping(stop);
        save.mutate({ version: opened, form, files, sending: { onProgress: setSent, signal: stop.signal } });
      })}
    >
      <TextField label="Name" autoComplete="off" error={errorOf('name')} {...register('name')} />
      <TextField
        label="Version number"
        autoComplete="off"
        maxLength={VERSION_LIMITS.codeMax}
        error={errorOf('versionCode')}
        {...register('versionCode')}
      />
      <TextField
        label="URL"
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={VERSION_LIMITS.urlMax}
        readOnly={opened?.hasFiles}
        hint={
          opened?.hasFiles ? 'Location of the files on this server.' : 'Start with http:// or https://. Uploaded files replace this URL.'
        }
        error={errorOf('url')}
        {...register('url')}
      />
      <SelectField label="Platform" options={PLATFORMS} error={formState.errors.platform?.message} {...register('platform')} />
      <TextAreaField
        label="Release notes"
        rows={3}
        maxLength={VERSION_LIMITS.noteMax}
        error={formState.errors.releaseNote?.message}
        {...register('releaseNote')}
      />
      <FilesField chosen={files} onChoose={setFiles} hasFiles={opened?.hasFiles ?? false} sent={sent} onStop={() => stopping?.abort()} />
    </PaneForm>
  );
}
