import { useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCents } from '../../../lib/money.ts';
import { Button } from '../../../ui/button.tsx';
import styles from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { useAuthenticateTestPayment } from '../api/payment-mutations.ts';
import type { PaymentConfirmation, PendingPayment } from '../card-collector.ts';

/** The test bank's 3-D Secure. Closing it is refusing: nothing is paid that nobody confirmed. */
export function TestConfirmDialog({ payment, onAnswer }: { payment: PendingPayment; onAnswer: (answer: PaymentConfirmation) => void }) {
  const [failure, setFailure] = useState<string>();
  const authenticate = useAuthenticateTestPayment({
    onSuccess: (_, { isConfirmed }) => onAnswer({ isConfirmed }),
    onError: (error) => setFailure(getErrorMessage(error)),
  });
  const { paymentIntentId, clientSecret, amount } = payment;
  const answer = (isConfirmed: boolean) => {
    if (!authenticate.isPending) authenticate.mutate({ paymentIntentId, clientSecret, isConfirmed });
  };
  const isAnswering = (isConfirmed: boolean) => authenticate.isPending && authenticate.variables.isConfirmed === isConfirmed;
  return (
    <Dialog
      isOpen
      onClose={() => answer(false)}
      title="Confirm this payment"
      description={
        <>
          Your bank asks you to confirm a payment of <strong>{formatCents(amount)}</strong>. This is a test. No money is charged.
        </>
      }
      footer={
        <>
          <Button kind="quiet" isLoading={isAnswering(false)} disabled={authenticate.isPending} onClick={() => answer(false)}>
            Decline
          </Button>
          <Button kind="primary" isLoading={isAnswering(true)} disabled={authenticate.isPending} onClick={() => answer(true)}>
            Confirm
          </Button>
        </>
      }
    >
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
    </Dialog>
  );
}
