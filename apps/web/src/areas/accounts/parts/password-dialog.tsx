import { zodResolver } from '@hookform/resolvers/zod';
import { passwordBody } from '@vitrine/contract/profile';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';

interface PasswordDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onSubmit: (password: string) => void;
  title: string;
  description: ReactNode;
  submitLabel: string;
  isSubmitting: boolean;
  isDanger?: boolean;
  failure?: string;
}

/** Requires the account's password again, because an open session alone must not suffice to take over or delete an account. */
export function PasswordDialog(props: PasswordDialogProps) {
  return <PasswordForm key={props.isOpen ? 'open' : 'closed'} {...props} />;
}

function PasswordForm({ onSubmit, ...dialog }: PasswordDialogProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(passwordBody),
    // Not as soon as the field is left: the words that appear would push a link in the description from under the pointer.
    mode: 'onSubmit',
    defaultValues: { password: '' },
  });
  return (
    <FormDialog {...dialog} onSubmit={handleSubmit(({ password }) => onSubmit(password))}>
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
