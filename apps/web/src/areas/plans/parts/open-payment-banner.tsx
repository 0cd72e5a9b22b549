import { Link } from '@tanstack/react-router';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import type { Subscription } from '@vitrine/contract/subscriptions';
import { useState } from 'react';
import { formatCents } from '../../../lib/money.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { WarningIcon } from '../../../ui/icons.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { getPaymentFailureMessage } from '../../payments/payment-labels.ts';
import { useFinishPayment } from '../../payments/use-payment.ts';
import styles from '../pages/subscription.module.css';

/** A payment that waits for its payer, and the way to finish it: confirm it at the bank, or another card. */
export function OpenPaymentBanner({ subscription, onChangeCard }: { subscription: Subscription; onChangeCard: () => void }) {
  const { openPayment: payment, abilities, priceId } = subscription;
  const { confirmOrder, dialog } = useFinishPayment();
  const [isBusy, setIsBusy] = useState(false);
  if (!payment) return dialog;
  const confirm = async () => {
    setIsBusy(true);
    try {
      const end = await confirmOrder(payment.orderId, payment);
      if ('failure' in end) toast.error(end.failure);
      else toast.success(BUSINESS_MESSAGES.paymentSucceeded);
    } catch (error) {
      toast.error(getPaymentFailureMessage(error));
    }
    setIsBusy(false);
  };
  const amount = formatCents(payment.amount);
  return (
    <section className={styles.banner} aria-label="Open payment">
      <WarningIcon />
      <p>
        {payment.needsConfirmation
          ? `Your bank asks you to confirm a payment of ${amount}.`
          : `Your payment of ${amount} failed. Use another card to complete it.`}
      </p>
      {payment.needsConfirmation && (
        <Button kind="primary" isLoading={isBusy} onClick={() => void confirm()}>
          Confirm payment
        </Button>
      )}
      {!payment.needsConfirmation && abilities.changeCard && (
        <Button kind="primary" onClick={onChangeCard}>
          Use another card
        </Button>
      )}
      {!payment.needsConfirmation && !abilities.changeCard && priceId && (
        <Link to="/main/subscription/stripepayment" search={{ priceId }} className={buttonClass('primary')}>
          Pay with another card
        </Link>
      )}
      {dialog}
    </section>
  );
}
