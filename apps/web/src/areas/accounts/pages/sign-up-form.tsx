import { useForm } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { lazySchemaResolver } from '../../../lib/schema-resolver.ts';
import { Button } from '../../../ui/button.tsx';
import { NewPasswordFields } from '../../../ui/new-password-fields.tsx';
import { RequiredNote } from '../../../ui/required-note.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useSignUp } from '../api/account-mutations.ts';
import styles from './account-form.module.css';

interface SignUpResult {
  name: string;
  email: string;
  message?: string;
}

const resolver = lazySchemaResolver(() => import('@vitrine/contract/accounts').then(({ signUpForm }) => signUpForm));

interface SignUpFormProps {
  /** Known beforehand, from an invitation. */
  email?: string;
  onSignedUp: (who: SignUpResult) => void;
}

export function SignUpForm({ email: known = '', onSignedUp }: SignUpFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver,
    mode: 'onTouched',
    defaultValues: { name: '', email: known, password: '', confirmPassword: '' },
  });
  const { errors } = formState;
  const mutation = useSignUp({
    onSuccess: ({ message }, { name, email }) => onSignedUp({ name, email, message }),
  });
  return (
    <form className={styles.form} onSubmit={handleSubmit((values) => mutation.mutate(values))} noValidate>
      <RequiredNote />
      <TextField required label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
      <TextField
        required
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        error={errors.email?.message}
        {...register('email')}
      />
      <NewPasswordFields
        label="Password"
        password={{ error: errors.password?.message, ...register('password') }}
        confirmation={{ error: errors.confirmPassword?.message, ...register('confirmPassword') }}
      />
      {mutation.error && (
        <p className={styles.failure} role="alert">
          {getErrorMessage(mutation.error)}
        </p>
      )}
      <Button kind="primary" size="large" type="submit" isLoading={mutation.isPending}>
        Sign up
      </Button>
    </form>
  );
}
