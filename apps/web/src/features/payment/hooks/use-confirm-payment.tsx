import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { bankOptions } from '../api/payments.ts';
import type { Confirmation, PendingPayment } from '../card-collector.ts';
import { TestConfirmDialog } from '../components/test-confirm-dialog.tsx';

interface Asked {
  payment: PendingPayment;
  answer: (answer: Confirmation) => void;
}

interface ConfirmPayment {
  /** Lets the payer confirm it at the bank; resolves once they did or did not. */
  confirm: (payment: PendingPayment) => Promise<Confirmation>;
  /** To be drawn wherever it is used: empty while nothing is asked. */
  dialog: ReactNode;
}

export function useConfirmPayment(): ConfirmPayment {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const confirm = async (payment: PendingPayment): Promise<Confirmation> => {
    const { bank, publishableKey } = await client.ensureQueryData(bankOptions);
    if (bank === 'stripe') {
      const { confirmAtStripe } = await import('../stripe.ts');
      return confirmAtStripe(publishableKey ?? '', payment);
    }
    return new Promise((resolve) => {
      const answer = (given: Confirmation) => {
        setAsked(null);
        resolve(given);
      };
      setAsked({ payment, answer });
    });
  };
  return { confirm, dialog: asked && <TestConfirmDialog payment={asked.payment} onAnswer={asked.answer} /> };
}
