import { zodResolver } from '@hookform/resolvers/zod';
import type { User } from '@vitrine/contract/accounts';
import { changeEmailForm } from '@vitrine/contract/profile';
import { useForm } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useChangeEmail } from '../api/profile-mutations.ts';

interface ChangeEmailDialogProps {
  isOpen: boolean;
  onClose: () => void;
  user: User;
}

export function ChangeEmailDialog(props: ChangeEmailDialogProps) {
  return <ChangeEmailFields key={props.isOpen ? 'open' : 'closed'} {...props} />;
}

function ChangeEmailFields({ isOpen, onClose, user }: ChangeEmailDialogProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(changeEmailForm),
    mode: 'onTouched',
    defaultValues: { email: '', password: '' },
  });
  const change = useChangeEmail(user._id, {
    onSuccess: ({ message }, { email }) => {
      toast.success(message ?? `We sent a link to ${email}.`);
      onClose();
    },
  });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Change email"
      description={`You currently sign in with ${user.email}. We’ll send a link to your new address. Your email changes when you open it.`}
      submitLabel="Send link"
      isSubmitting={change.isPending}
      failure={change.error ? getErrorMessage(change.error) : undefined}
      onSubmit={handleSubmit((values) => change.mutate(values))}
    >
      <TextField
        required
        label="New email"
        type="email"
        autoComplete="email"
        inputMode="email"
        placeholder=" "
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        required
        label="Current password"
        autoComplete="current-password"
        placeholder=" "
        error={formState.errors.password?.message}
        {...register('password')}
      />
    </FormDialog>
  );
}
