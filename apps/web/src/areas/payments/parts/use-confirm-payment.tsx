import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { bankOptions } from '../api/payments.ts';
import type { PaymentConfirmation, PendingPayment } from '../card-collector.ts';
import { TestConfirmDialog } from './confirm-payment.tsx';

interface ConfirmationRequest {
  payment: PendingPayment;
  answer: (answer: PaymentConfirmation) => void;
}

interface ConfirmPayment {
  /** Lets the payer confirm it at the bank; resolves once they did or did not. */
  confirm: (payment: PendingPayment) => Promise<PaymentConfirmation>;
  /** To be drawn wherever it is used: empty while nothing is asked. */
  dialog: ReactNode;
}

export function useConfirmPayment(): ConfirmPayment {
  const client = useQueryClient();
  const [asked, setAsked] = useState<ConfirmationRequest | null>(null);
  const confirm = async (payment: PendingPayment): Promise<PaymentConfirmation> => {
    const { bank, publishableKey } = await client.ensureQueryData(bankOptions);
    if (bank === 'stripe') {
      const { confirmStripePayment: confirmAtStripe } = await import('../stripe.ts');
      return confirmAtStripe(publishableKey ?? '', payment);
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
