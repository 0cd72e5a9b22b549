import { zodResolver } from '@hookform/resolvers/zod';
import { deleteAccountBody } from '@vitrine/contract/profile';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../lib/app-error.ts';
import { endSession } from '../../../lib/session.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useDeleteAccount } from '../api/profile-mutations.ts';

interface DeleteAccountDialogProps {
  isOpen: boolean;
  onClose: () => void;
  userId: string;
  email: string;
}

export function DeleteAccountDialog(props: DeleteAccountDialogProps) {
  return <DeleteAccountFields key={props.isOpen ? 'open' : 'closed'} {...props} />;
}

function DeleteAccountFields({ isOpen, onClose, userId, email }: DeleteAccountDialogProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(deleteAccountBody),
    mode: 'onTouched',
    defaultValues: { password: '' },
  });
  const remove = useDeleteAccount(userId, {
    onSuccess: () => {
      toast.success('Your account and everything in it is deleted.');
      endSession();
    },
  });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Delete the account of ${email}?`}
      description="Your albums, photos, videos, playlists and screens are deleted for good, and screens that show them go dark. This can’t be undone."
      submitLabel="Delete account"
      isDanger
      isSubmitting={remove.isPending}
      failure={remove.error ? messageOf(remove.error) : undefined}
      onSubmit={handleSubmit((values) => remove.mutate(values))}
    >
      <PasswordField
        label="Password"
        autoComplete="current-password"
        placeholder=" "
        error={formState.errors.password?.message}
        {...register('password')}
      />
    </FormDialog>
  );
}
