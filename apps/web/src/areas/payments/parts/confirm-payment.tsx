import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCents } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormError } from '../../../ui/text-field.tsx';
import { bankOptions, useAuthenticateTestPayment } from '../api/payments.ts';
import type { PaymentConfirmation, PendingPayment } from '../card-collector.ts';

/** 3-D Secure of the test bank. Closing the dialog refuses the payment. */
function TestConfirmDialog({ payment, onAnswer }: { payment: PendingPayment; onAnswer: (answer: PaymentConfirmation) => void }) {
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
      {failure && <FormError>{failure}</FormError>}
    </Dialog>
  );
}

interface ConfirmationRequest {
  payment: PendingPayment;
  answer: (answer: PaymentConfirmation) => void;
}

interface ConfirmPayment {
  /** Lets the payer confirm it at the bank; resolves once they did or did not. */
  confirm: (payment: PendingPayment) => Promise<PaymentConfirmation>;
  /** Dialog to render; empty while no confirmation is needed. */
  dialog: ReactNode;
}

export function useConfirmPayment(): ConfirmPayment {
  const client = useQueryClient();
  const [asked, setAsked] = useState<ConfirmationRequest | null>(null);
  const confirm = async (payment: PendingPayment): Promise<PaymentConfirmation> => {
    const { bank, publishableKey } = await client.ensureQueryData(bankOptions);
    if (bank === 'stripe') {
      const { confirmStripePayment } = await import('../stripe.ts');
      return confirmStripePayment(publishableKey ?? '', payment);
    }
    return new Promise((resolve) => {
      const answer = (given: PaymentConfirmation) => {
        setAsked(null);
        resolve(given);
      };
      setAsked({ payment, answer });
    });
  };
  return { confirm, dialog: asked && <TestConfirmDialog payment={asked.payment} onAnswer={asked.answer} /> };
}
