import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { AppError, getErrorMessage } from '../../../lib/app-error.ts';
import { lazySchemaResolver } from '../../../lib/schema-resolver.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { RetryIcon, SoundIcon } from '../../../ui/icons.tsx';
import { RequiredNote, TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { captchaOptions, getCaptchaSoundUrl, proofOf, useSendMessage } from '../api/contact.ts';
import styles from './contact-form.module.css';

const EMPTY = { name: '', email: '', phoneNo: '', messageText: '', captcha: '' };
const resolver = lazySchemaResolver(() => import('@vitrine/contract/support').then(({ contactForm }) => contactForm));

export function ContactForm() {
  const { register, handleSubmit, reset, resetField, setError, formState } = useForm({ resolver, mode: 'onTouched', defaultValues: EMPTY });
  const { errors } = formState;
  const captcha = useQuery(captchaOptions());
  const [isSent, setIsSent] = useState(false);
  const send = useSendMessage(captcha.data?.captchaId ?? '', {
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Your message has been sent.');
      reset(EMPTY);
      setIsSent(true);
      void captcha.refetch();
    },
    onError: (error) => {
      // Each captcha can be used only once, even with a wrong answer.
      void captcha.refetch();
      resetField('captcha');
      if (error instanceof AppError && error.code === 'CAPTCHA_MISMATCH')
        setError('captcha', { message: error.message }, { shouldFocus: true });
      else toast.error(getErrorMessage(error));
    },
  });
  return (
    <form className={styles.form} onSubmit={handleSubmit((form) => send.mutate(form))} noValidate>
      <RequiredNote />
      <TextField required label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
      <TextField
        required
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register('email')}
      />
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
      <CaptchaPicture
        captcha={captcha.data}
        isFailed={captcha.isError}
        isLoading={captcha.isFetching}
        onRenew={() => void captcha.refetch()}
      />
      <TextField
        required
        label="Characters in the image"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onFocus={() => captcha.data && proofOf(captcha.data.captchaId).catch(() => undefined)}
        error={errors.captcha?.message}
        {...register('captcha')}
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

const CaptchaSound = lazy(() => import('./captcha-sound.tsx'));

interface CaptchaPictureProps {
  captcha: { captchaId: string; svg: string } | undefined;
  isLoading: boolean;
  isFailed: boolean;
  onRenew: () => void;
}

/** The captcha as an image and as a sound with beeps to count. Never rendered as markup, so that scripts in it cannot run. */
function CaptchaPicture({ captcha, isLoading, isFailed, onRenew }: CaptchaPictureProps) {
  const [sound, setSound] = useState({ id: '', plays: 0 });
  return (
    <div className={styles.captcha}>
      <div className={styles.picture} aria-busy={isLoading || undefined}>
        {captcha && !isFailed && (
          <img src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(captcha.svg)}`} alt="Characters to type below" />
        )}
        {isFailed && <span>Couldn’t load the image.</span>}
      </div>
      <IconButton label="New image" icon={<RetryIcon />} onClick={onRenew} disabled={isLoading} />
      <IconButton
        label="Listen instead"
        icon={<SoundIcon />}
        onClick={() => captcha && setSound({ id: captcha.captchaId, plays: sound.plays + 1 })}
        disabled={isLoading || isFailed || !captcha}
      />
      {sound.id && (
        <Suspense>
          <CaptchaSound key={sound.plays} address={getCaptchaSoundUrl(sound.id)} />
        </Suspense>
      )}
    </div>
  );
}
