import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { hasUsedPasskey, PasskeyCancelled } from '../../../lib/passkeys.ts';
import { stepUpRequests } from '../../../lib/step-up.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useStepUpWithPasskey } from '../api/passkeys.ts';
import { useStepUp } from '../api/second-factor.ts';
import { CodeField, codeResolver } from './code-field.tsx';

/** Requests a code before a sensitive operation. Rendered while an operation waits for the answer. */
export function StepUpDialog() {
  const [isRecoveryCode, setIsRecoveryCode] = useState(false);
  const { register, handleSubmit, setFocus, resetField, formState } = useForm({
    resolver: codeResolver,
    mode: 'onSubmit',
    defaultValues: { code: '' },
  });
  const confirm = useStepUp({ onSuccess: () => stepUpRequests.answer(true) });
  const confirmByPasskey = useStepUpWithPasskey({ onSuccess: () => stepUpRequests.answer(true) });
  const failure = [confirm.error, confirmByPasskey.error].find((error) => error && !(error instanceof PasskeyCancelled));
  useEffect(() => setFocus('code'), [setFocus, isRecoveryCode]);
  return (
    <FormDialog
      isOpen
      onClose={() => stepUpRequests.answer(false)}
      onSubmit={handleSubmit(({ code }) => confirm.mutate(code))}
      title="Confirm that it’s you"
      description="Enter a code from your authenticator app. You won’t be asked again for 10 minutes."
      submitLabel="Confirm"
      isSubmitting={confirm.isPending}
      failure={failure ? getErrorMessage(failure) : undefined}
    >
      <CodeField isRecoveryCode={isRecoveryCode} error={formState.errors.code?.message} {...register('code')} />
      {hasUsedPasskey() && (
        <Button isLoading={confirmByPasskey.isPending} onClick={() => confirmByPasskey.mutate()}>
          Use a passkey
        </Button>
      )}
      <Button
        kind="quiet"
        onClick={() => {
          resetField('code');
          setIsRecoveryCode(!isRecoveryCode);
        }}
      >
        {isRecoveryCode ? 'Use a code from your app' : 'Use a recovery code'}
      </Button>
    </FormDialog>
  );
}
