import type { Subscribed } from '@vitrine/contract/subscriptions';
import type { ReactNode } from 'react';
import { useReportPayment } from './api/payment-mutations.ts';
import type { PendingPayment } from './card-collector.ts';
import { useConfirmPayment } from './parts/use-confirm-payment.tsx';
import { getPaymentResultMessage } from './payment-labels.ts';

/** It is paid or under way, or why it is not. */
export type PaymentResult = { orderId: string } | { failure: string };

interface FinishPayment {
  /** What is left to do once an order was made: to confirm the payment, if the bank asks for it. `amount` in cents. */
  finish: (made: Pick<Subscribed, 'orderId' | 'payment'>, amount: number) => Promise<PaymentResult>;
  /** Lets the payer confirm it at the bank, tells the server, and goes by what that says. */
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
