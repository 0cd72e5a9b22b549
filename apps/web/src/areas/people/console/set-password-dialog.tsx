import { zodResolver } from '@hookform/resolvers/zod';
import type { PersonRow } from '@vitrine/contract/people';
import { setPasswordForm } from '@vitrine/contract/profile';
import { useForm } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useDelayedClose } from '../../../ui/use-close-later.ts';
import { useSetAccountPassword } from './api/people-mutations.ts';

/** The good news stays in sight this long (specification 3 §9). */
const CLOSES_AFTER_MS = 1000;

export function SetPasswordDialog({ person, onClose }: { person: PersonRow; onClose: () => void }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(setPasswordForm),
    mode: 'onTouched',
    defaultValues: { adminPassword: '', newPassword: '' },
  });
  const change = useSetAccountPassword({ onSuccess: ({ message }) => toast.success(message ?? 'Password changed.') });
  useDelayedClose(change.isSuccess, onClose, CLOSES_AFTER_MS);
  const { adminPassword, newPassword } = formState.errors;
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Change ${person.name}’s password`}
      description={`${person.email} will be signed out everywhere and notified by email. The email doesn’t include the new password, so share it with them yourself.`}
      submitLabel="Change password"
      isSubmitting={change.isPending}
      isSubmitDisabled={change.isSuccess}
      failure={change.error ? getErrorMessage(change.error) : undefined}
      closesOutside={false}
      onSubmit={handleSubmit((typed) => change.mutate({ person, ...typed }))}
    >
      <PasswordField label="Your password" autoComplete="current-password" error={adminPassword?.message} {...register('adminPassword')} />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="Use at least 8 characters. Avoid common passwords."
        error={newPassword?.message}
        {...register('newPassword')}
      />
      {change.isSuccess && <output>Password changed.</output>}
    </FormDialog>
  );
}
