import type { Order, OrderRow } from '@vitrine/contract/orders';
import { formatCents } from '../../lib/format.ts';

type Tone = 'success' | 'warning' | 'danger' | 'neutral';
interface LabelledState {
  word: string;
  tone: Tone;
}

const getPaymentEvent = ({ paymentStatusId: [status] }: Pick<OrderRow, 'paymentStatusId'>) => status?.event;

/** 'Success' only for paymentsuccess, otherwise 'Pending' (specification 3 §4). */
export const getPaymentLabel = (order: Pick<OrderRow, 'paymentStatusId'>): 'Success' | 'Pending' =>
  getPaymentEvent(order) === 'paymentsuccess' ? 'Success' : 'Pending';

/** Refunded to the card and returned to the credit, in cents. */
export const givenBack = ({ refunded, returned }: OrderRow['amounts']): number => refunded + returned;

/** Returns true when all that was paid, by card and from credit, was given back. */
export const isRefunded = (amounts: OrderRow['amounts']): boolean =>
  givenBack(amounts) > 0 && givenBack(amounts) >= amounts.total + Math.max(0, amounts.credit);

/** Payment state as shown to the buyer, with refunds and refusals. */
export function getPaymentState(order: Pick<OrderRow, 'paymentStatusId' | 'amounts'>): LabelledState {
  if (givenBack(order.amounts) > 0) return { word: isRefunded(order.amounts) ? 'Refunded' : 'Partially refunded', tone: 'neutral' };
  if (getPaymentEvent(order) === 'paymentfailed') return { word: 'Payment failed', tone: 'danger' };
  return getPaymentEvent(order) === 'paymentsuccess' ? { word: 'Paid', tone: 'success' } : { word: 'Not paid yet', tone: 'warning' };
}

/** Returns the specified payment label, followed by what it leaves out: a refund or a refusal. For administrators. */
export function getPaymentBadges(order: Pick<OrderRow, 'paymentStatusId' | 'amounts'>): LabelledState[] {
  const label = getPaymentLabel(order);
  const specified: LabelledState = { word: label, tone: label === 'Success' ? 'success' : 'warning' };
  if (givenBack(order.amounts) > 0) return [specified, getPaymentState(order)];
  return getPaymentEvent(order) === 'paymentfailed' ? [specified, { word: 'Failed', tone: 'danger' }] : [specified];
}

export const isPaid = (order: Pick<OrderRow, 'paymentStatusId'>): boolean => getPaymentEvent(order) === 'paymentsuccess';

function refundWords(amounts: OrderRow['amounts']): string {
  const part = isRefunded(amounts) ? 'the full amount' : 'part of the amount';
  if (amounts.refunded === 0) return `We returned ${part} to your credit, which pays your next invoices.`;
  const rest = amounts.returned > 0 ? ` ${formatCents(amounts.returned)} was returned to your credit.` : '';
  return `We refunded ${part} to your card. It may take a few days to appear on your statement.${rest}`;
}

/** Returns what the buyer must do or wait for. */
export function getNextStepMessage(order: Pick<Order, 'paymentStatusId' | 'amounts' | 'orderType' | 'trackingNumber'>): string {
  if (givenBack(order.amounts) > 0) return refundWords(order.amounts);
  if (getPaymentEvent(order) === 'paymentfailed')
    return 'Your card wasn’t charged and the order wasn’t placed. Try again with another card.';
  if (!isPaid(order)) return 'We start your order once it’s paid. If you just paid, your payment is still being processed.';
  if (order.trackingNumber) return 'Your order is on its way. Use the tracking number to follow it on the carrier’s website.';
  if (order.orderType === 'subscription') return 'Your plan is active. You’ll find future payments under Transactions.';
  return order.orderType === 'poster'
    ? 'We’re printing and packing your poster. We’ll email you the tracking number when it ships.'
    : 'We’re packing your order. We’ll email you the tracking number when it ships.';
}

const ORDER_TYPE_LABELS: Record<OrderRow['orderType'], string> = { subscription: 'Subscription', item: 'Items', poster: 'Poster' };
export const getOrderTypeLabel = ({ orderType }: Pick<OrderRow, 'orderType'>): string => ORDER_TYPE_LABELS[orderType];

type Change = Order['history'][number];
const PAYMENT_EVENT_LABELS: Record<string, string> = { paymentpending: 'Pending', paymentsuccess: 'Success', paymentfailed: 'Failed' };
const HISTORY_LABELS: Record<Change['what'], string> = { order: 'Order', payment: 'Payment', refund: 'Refunded' };

/** One change of an order's history: statuses by their names, payments by the bank's word, refunds by what is refunded since. */
export function getHistoryLabel({ what, before, after }: Pick<Change, 'what' | 'before' | 'after'>): string {
  const write = (value: string) => {
    if (what === 'refund' && /^\d+$/.test(value)) return formatCents(Number(value));
    return PAYMENT_EVENT_LABELS[value] ?? value;
  };
  return `${HISTORY_LABELS[what]}: ${before === '' ? '' : `${write(before)} → `}${write(after)}`;
}
