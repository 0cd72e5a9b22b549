import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { lazySchemaResolver } from '../../../lib/schema-resolver.ts';
import { useUserId } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { RequiredNote, TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { userOptions } from '../../accounts/api/accounts.ts';
import { useSendOwnMessage } from '../api/contact.ts';
import styles from './contact-form.module.css';
import { ContactForm } from './contact-form.tsx';

/** Contact form, filled in for signed-in users. */
export function Contact() {
  const userId = useUserId();
  return userId === '' ? <ContactForm /> : <SignedInContactForm userId={userId} />;
}

const resolver = lazySchemaResolver(() => import('@vitrine/contract/support').then(({ ownContactForm }) => ownContactForm));

/** Contact form of a signed-in user, who needs no captcha. */
function SignedInContactForm({ userId }: { userId: string }) {
  const user = useQuery(userOptions(userId));
  const { name = '', phoneNo = '', email = '' } = user.data ?? {};
  const known = { name, phoneNo, messageText: '' };
  // The account may be refetched while the user types.
  const keepsInput = { keepDirtyValues: true };
  const { register, handleSubmit, reset, formState } = useForm({ resolver, mode: 'onTouched', values: known, resetOptions: keepsInput });
  const { errors } = formState;
  const [isSent, setIsSent] = useState(false);
  const send = useSendOwnMessage({
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Your message has been sent.');
      reset(known);
      setIsSent(true);
    },
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  if (user.isLoadingError) return <LoadFailure message={getErrorMessage(user.error)} onRetry={() => void user.refetch()} />;
  if (!user.data) return <Skeleton style={{ height: 420 }} />;
  return (
    <form className={styles.form} onSubmit={handleSubmit((form) => send.mutate(form))} noValidate>
      <RequiredNote />
      <TextField required label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
      <TextField label="Email" type="email" value={email} readOnly />
      <TextField
        required
        label="Phone number"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        hint="10 digits"
        className={styles.wide}
        error={errors.phoneNo?.message}
        {...register('phoneNo')}
      />
      <TextAreaField
        required
        label="Message"
        rows={5}
        className={styles.wide}
        error={errors.messageText?.message}
        {...register('messageText')}
      />
      <div className={styles.end}>
        <Button kind="primary" size="large" type="submit" isLoading={send.isPending}>
          Send message
        </Button>
        <output>{isSent && !formState.isDirty && 'Thank you. We’ll reply by email.'}</output>
      </div>
    </form>
  );
}
