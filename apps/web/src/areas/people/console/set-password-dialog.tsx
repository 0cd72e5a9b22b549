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
  const change = useSetAccountPassword({ onSuccess: ({ message }) => toast.success(message ?? 'Password changed successfully.') });
  useDelayedClose(change.isSuccess, onClose, CLOSES_AFTER_MS);
  const { adminPassword, newPassword } = formState.errors;
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Change the password of ${person.name}`}
      description={`${person.email} is signed out everywhere and told by email. The new password is not in that email: tell them yourself.`}
      submitLabel="Change password"
      isSubmitting={change.isPending}
      isSubmitDisabled={change.isSuccess}
      failure={change.error ? getErrorMessage(change.error) : undefined}
      closesOutside={false}
      onSubmit={handleSubmit((typed) => change.mutate({ person, ...typed }))}
    >
      <PasswordField
        label="Your own password"
        autoComplete="current-password"
        error={adminPassword?.message}
        {...register('adminPassword')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 8 characters, and not a common password"
        error={newPassword?.message}
        {...register('newPassword')}
      />
      {change.isSuccess && <output>The password was changed.</output>}
    </FormDialog>
  );
}
