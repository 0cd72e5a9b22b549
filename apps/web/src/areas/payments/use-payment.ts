import { useQueryClient } from '@tanstack/react-query';
import type { Subscribed } from '@vitrine/contract/subscriptions';
import type { ReactNode } from 'react';
import { AppError } from '../../lib/app-error.ts';
import { bankOptions, confirmTestPayment, createPaymentIntent, useReportPayment } from './api/payments.ts';
import type { PaymentConfirmation, PendingPayment } from './card-collector.ts';
import { useConfirmPayment } from './parts/confirm-payment.tsx';
import { getPaymentResultMessage } from './payment-labels.ts';

/** `intentId` is missing where the order had been paid before, perhaps in another tab. */
type Paid = { intentId?: string } | { failure: string };

interface PayOrder {
  /** Charges the card for an unpaid order. The confirmation page requests the result. `amount` in cents. */
  payOrder: (orderId: string, amount: number, paymentMethodId: string) => Promise<Paid>;
  /** Dialog of the test bank's confirmation. */
  dialog: ReactNode;
}

export function usePayOrder(): PayOrder {
  const client = useQueryClient();
  const { confirm, dialog } = useConfirmPayment();
  const { mutateAsync: report } = useReportPayment();
  const charge = async (pending: PendingPayment, paymentMethodId: string): Promise<PaymentConfirmation> => {
    const { bank, publishableKey } = await client.ensureQueryData(bankOptions);
    if (bank === 'stripe') {
      const { payWithStripe } = await import('./stripe.ts');
      return payWithStripe(publishableKey ?? '', pending, paymentMethodId);
    }
    const { status, last_payment_error: refusal } = await confirmTestPayment(pending, paymentMethodId);
    if (status === 'requires_action') return confirm(pending);
    return status === 'requires_payment_method' ? { isConfirmed: false, message: refusal?.message } : { isConfirmed: true };
  };
  const payOrder: PayOrder['payOrder'] = async (orderId, amount, paymentMethodId) => {
    const pending = await createPaymentIntent(orderId, amount).catch(ignoreAlreadyPaid);
    if (!pending) return {};
    const failed = () => report({ paymentType: 'paymentfailed', paymentIntentId: pending.paymentIntentId, orderId });
    try {
      const answer = await charge(pending, paymentMethodId);
      if (answer.isConfirmed) return { intentId: pending.paymentIntentId };
      const settled = await failed();
      return { failure: answer.message ?? getPaymentResultMessage(settled.intentStatus) };
    } catch (error) {
      if (isAlreadyPaid(error)) return { intentId: pending.paymentIntentId };
      // The report is only a hint; the original error is shown.
      await failed().catch(() => undefined);
      throw error;
    }
  };
  return { payOrder, dialog };
}

const isAlreadyPaid = (error: unknown) => error instanceof AppError && error.code === 'PAYMENT_NOT_OPEN';

function ignoreAlreadyPaid(error: unknown): undefined {
  if (isAlreadyPaid(error)) return undefined;
  throw error;
}

/** It is paid or under way, or why it is not. */
type PaymentResult = { orderId: string } | { failure: string };

interface FinishPayment {
  /** Finishes a created order: confirms the payment if the bank requires it. `amount` in cents. */
  finish: (made: Pick<Subscribed, 'orderId' | 'payment'>, amount: number) => Promise<PaymentResult>;
  /** Lets the payer confirm at the bank, reports to the server, and returns its result. */
  confirmOrder: (orderId: string, pending: PendingPayment) => Promise<PaymentResult>;
  dialog: ReactNode;
}

export function useFinishPayment(): FinishPayment {
  const { confirm, dialog } = useConfirmPayment();
  const { mutateAsync: report } = useReportPayment();
  const confirmOrder = async (orderId: string, pending: PendingPayment): Promise<PaymentResult> => {
    const answer = await confirm(pending);
    const paymentType = answer.isConfirmed ? 'paymentsuccess' : 'paymentfailed';
    const settled = await report({ paymentType, paymentIntentId: pending.paymentIntentId, orderId });
    const isUnderWay = settled.paymentEvent === 'paymentpending' && settled.intentStatus === 'processing';
    if (settled.paymentEvent === 'paymentsuccess' || isUnderWay) return { orderId };
    return { failure: (!answer.isConfirmed && answer.message) || getPaymentResultMessage(settled.intentStatus) };
  };
  const finish: FinishPayment['finish'] = async ({ orderId, payment }, amount) => {
    const { status, paymentIntentId, clientSecret } = payment;
    if (status !== 'requires_action' || !paymentIntentId || !clientSecret) return { orderId };
    return confirmOrder(orderId, { paymentIntentId, clientSecret, amount });
  };
  return { finish, confirmOrder, dialog };
}
