import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { getBrowserName } from '@vitrine/contract/browser-name';
import { type Passkey, type PasskeyList, passkeyName, renamePasskeyBody } from '@vitrine/contract/passkeys';
import { passwordBody } from '@vitrine/contract/profile';
import { useForm } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatRelative } from '../../../lib/format.ts';
import { getPasskeyObstacle, PasskeyCancelled } from '../../../lib/passkeys.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { PencilIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Entry, EntryList } from '../../../ui/details.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { NoteBox, Panel } from '../../../ui/panel.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { passkeysOptions, useAddPasskey, useRemovePasskey, useRenamePasskey } from '../api/passkeys.ts';

/** Passkeys of the own account. */
export function Passkeys() {
  const list = useQuery(passkeysOptions);
  const { dialog, target, open, close } = useDialog();
  const isUsable = list.data?.availableAt === window.location.origin && getPasskeyObstacle() === undefined;
  const chosen = list.data?.passkeys.find(({ _id }) => _id === target);
  return (
    <Panel
      title="Passkeys"
      note="Sign in with your fingerprint, face or screen lock instead of your password."
      actions={isUsable && <Button onClick={() => open('addPasskey')}>Add passkey</Button>}
    >
      {list.isPending && <Skeleton style={{ height: 56 }} />}
      {list.isLoadingError && <p role="alert">{getErrorMessage(list.error)}</p>}
      {list.data && !isUsable && <NoteBox>{explainUnavailable(list.data)}</NoteBox>}
      {list.data && list.data.passkeys.length > 0 && (
        <EntryList>
          {list.data.passkeys.map((passkey) => (
            <PasskeyEntry
              key={passkey._id}
              passkey={passkey}
              onRename={() => open('renamePasskey', passkey._id)}
              onRemove={() => open('removePasskey', passkey._id)}
            />
          ))}
        </EntryList>
      )}
      {dialog === 'addPasskey' && <AddPasskeyDialog onClose={close} />}
      {dialog === 'renamePasskey' && chosen && <RenamePasskeyDialog passkey={chosen} onClose={close} />}
      {dialog === 'removePasskey' && chosen && <RemovePasskeyDialog passkey={chosen} onClose={close} />}
    </Panel>
  );
}

function explainUnavailable({ availableAt }: PasskeyList): string {
  if (getPasskeyObstacle() === 'unsupported') return 'This browser doesn’t support passkeys.';
  if (availableAt === null)
    return 'Passkeys are unavailable, because browsers allow them at addresses with https only, and this server has none.';
  return `Passkeys are unavailable at this address. Open ${availableAt} to use them.`;
}

interface PasskeyEntryProps {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

const PasskeyEntry = ({ passkey, onRename, onRemove }: PasskeyEntryProps) => (
  <Entry
    title={passkey.name}
    notes={[
      `Added ${formatRelative(passkey.createdAt)}${passkey.lastUsedAt ? `, last used ${formatRelative(passkey.lastUsedAt)}` : ', not used yet'}`,
    ]}
  >
    {passkey.isSynced && <Badge>Synced</Badge>}
    <IconButton label={`Rename ${passkey.name}`} icon={<PencilIcon size={18} />} onClick={onRename} />
    <IconButton label={`Remove ${passkey.name}`} icon={<TrashIcon size={18} />} onClick={onRemove} />
  </Entry>
);

const addPasskeyForm = passwordBody.extend({ name: passkeyName });

function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(addPasskeyForm),
    mode: 'onSubmit',
    defaultValues: { name: getBrowserName(navigator.userAgent).slice(0, 30), password: '' },
  });
  const add = useAddPasskey({
    onSuccess: () => {
      toast.success('Passkey added.');
      onClose();
    },
  });
  const failure = add.error && !(add.error instanceof PasskeyCancelled) ? getErrorMessage(add.error) : undefined;
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      onSubmit={handleSubmit((values) => add.mutate(values))}
      title="Add a passkey"
      description="Your browser then asks for your fingerprint, face or screen lock."
      submitLabel="Continue"
      isSubmitting={add.isPending}
      failure={failure}
    >
      <TextField required label="Name" error={formState.errors.name?.message} {...register('name')} />
      <PasswordField
        required
        label="Password"
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register('password')}
      />
    </FormDialog>
  );
}

interface PasskeyDialogProps {
  passkey: Passkey;
  onClose: () => void;
}

function RenamePasskeyDialog({ passkey, onClose }: PasskeyDialogProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(renamePasskeyBody),
    mode: 'onSubmit',
    defaultValues: { name: passkey.name },
  });
  const rename = useRenamePasskey({ onSuccess: onClose });
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      onSubmit={handleSubmit(({ name }) => rename.mutate({ id: passkey._id, name }))}
      title="Rename passkey"
      submitLabel="Rename"
      isSubmitting={rename.isPending}
      failure={rename.error ? getErrorMessage(rename.error) : undefined}
    >
      <TextField required label="Name" error={formState.errors.name?.message} {...register('name')} />
    </FormDialog>
  );
}

function RemovePasskeyDialog({ passkey, onClose }: PasskeyDialogProps) {
  const remove = useRemovePasskey({
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Passkey removed.');
      onClose();
    },
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => !remove.isPending && remove.mutate(passkey._id)}
      title={`Remove “${passkey.name}”?`}
      consequence="It can no longer sign in to your account. Delete it on your device too, so that the device doesn’t offer it."
      confirmLabel="Remove"
      isBusy={remove.isPending}
    />
  );
}
