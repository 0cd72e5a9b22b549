import { zodResolver } from '@hookform/resolvers/zod';
import { changePasswordForm } from '@vitrine/contract/profile';
import { useForm } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { NewPasswordFields, PasswordField } from '../../../ui/password-field.tsx';
import { RequiredNote } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useChangePassword } from '../api/profile.ts';
import styles from '../parts/profile-form.module.css';

export function ChangePasswordPage() {
  return <ChangePasswordForm email={useSession()?.email ?? ''} />;
}

/** `email` tells the browser's password manager to which account the password belongs. */
function ChangePasswordForm({ email }: { email: string }) {
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(changePasswordForm),
    mode: 'onTouched',
    defaultValues: { oldPassword: '', newPassword: '', confirmPassword: '' },
  });
  const { errors } = formState;
  const change = useChangePassword({
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Password changed.');
      reset();
    },
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  return (
    <form className={`${styles.form} ${styles.narrow}`} onSubmit={handleSubmit((values) => change.mutate(values))} noValidate>
      <RequiredNote />
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        required
        label="Old password"
        autoComplete="current-password"
        error={errors.oldPassword?.message}
        {...register('oldPassword')}
      />
      <NewPasswordFields
        label="New password"
        password={{ error: errors.newPassword?.message, ...register('newPassword') }}
        confirmation={{ error: errors.confirmPassword?.message, ...register('confirmPassword') }}
      />
      <Row justify="end" gap={2}>
        <Button kind="primary" type="submit" isLoading={change.isPending}>
          Change password
        </Button>
      </Row>
    </form>
  );
}
