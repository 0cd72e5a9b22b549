import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import type { Payment } from '@vitrine/contract/payments';
import { AppError, type AppErrorCode } from '../../lib/app-error.ts';
import { getCardBrandName } from './card-number.ts';

/** Message for the bank's state of a payment (specification 3 §4). */
export function getPaymentResultMessage(status: string): string {
  if (status === 'succeeded') return BUSINESS_MESSAGES.paymentSucceeded;
  if (status === 'processing') return BUSINESS_MESSAGES.paymentProcessing;
  return status === 'requires_payment_method' ? BUSINESS_MESSAGES.paymentNotSuccessful : BUSINESS_MESSAGES.paymentSomethingWrong;
}

/** Refusals of cards and orders have messages; all other errors are unexpected (specification 3 §8). */
export const getPaymentFailureMessage = (error: unknown): string =>
  error instanceof AppError && error.code !== 'INTERNAL' ? error.message : BUSINESS_MESSAGES.paymentUnexpected;

const STALE_PURCHASE_CODES: readonly AppErrorCode[] = [
  'PLAN_UNKNOWN',
  'PLAN_CHANGED',
  'AMOUNT_DIFFERS',
  'ALREADY_SUBSCRIBED',
  'SAME_PLAN',
  'SUBSCRIPTION_ENDED',
];
/** Another try on the same page cannot end otherwise. */
export const isStalePurchase = (error: unknown): boolean => error instanceof AppError && STALE_PURCHASE_CODES.includes(error.code);

const PAYMENT_STATUS_BADGES: Record<Payment['status'], { word: string; tone: 'success' | 'warning' | 'danger' | 'neutral' }> = {
  success: { word: 'Success', tone: 'success' },
  pending: { word: 'Pending', tone: 'warning' },
  failed: { word: 'Failed', tone: 'danger' },
  refunded: { word: 'Refunded', tone: 'neutral' },
  partlyRefunded: { word: 'Partially refunded', tone: 'neutral' },
};
export const getPaymentStatusBadge = ({ status }: Payment) => PAYMENT_STATUS_BADGES[status];

/** `Visa •••• 4242`. */
export const formatCard = (card: { brand: string; last4: string }): string => `${getCardBrandName(card.brand)} •••• ${card.last4}`;

/**
 * The row that a receipt shows between its lines and the total. Credit that paid a part lowers the total; a change to a cheaper plan has lines
 * below zero, whose amount was added to the credit. The rows of a receipt add up to its total.
 */
export function creditSums(credit: number, isOwn: boolean): [label: string, cents: number][] {
  const whose = isOwn ? 'your credit' : 'credit';
  if (credit > 0) return [['Account credit', -credit]];
  return credit < 0 ? [[`Added to ${whose}`, -credit]] : [];
}

const NOTHING_CHARGED = {
  start: 'Purchase, nothing charged',
  renewal: 'Renewal, nothing charged',
  change: 'Plan change, nothing charged',
} as const;

interface Charged {
  amount: number;
  credit: number;
  invoiceReason: keyof typeof NOTHING_CHARGED | null;
}

/** Labels an order that charged nothing to a card. Undefined for orders that did. */
export function nothingChargedLabel({ amount, credit, invoiceReason }: Charged): string | undefined {
  if (amount !== 0) return undefined;
  if (invoiceReason) return NOTHING_CHARGED[invoiceReason];
  // Orders of earlier versions have no reason: only changes of plan add credit.
  return credit < 0 ? NOTHING_CHARGED.change : 'Nothing charged';
}
