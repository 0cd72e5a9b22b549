import { composeMail, type MailRecipient } from '../../platform/mail/compose-mail.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

const formatDollars = (cents: number) =>
  `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

interface MailedOrder {
  id: string;
  number: string;
  description: string;
}

interface PaidOrder extends MailedOrder {
  total_cents: number;
  /** Above zero: paid from the payer's credit. Below zero: added to it. */
  credit_cents: number;
  credit_left_cents: number | null;
}

/** Describes what an order did to the payer's credit. Empty when the credit did not change. */
function creditSentence({ credit_cents: credit, credit_left_cents: left }: PaidOrder): string {
  if (credit === 0) return '';
  const change = credit > 0 ? `${formatDollars(credit)} was paid from your credit.` : `${formatDollars(-credit)} was added to your credit.`;
  return left === null ? ` ${change}` : ` ${change} Credit left: ${formatDollars(left)}.`;
}

const receiptSentence = ({ total_cents: total, description }: PaidOrder): string =>
  total === 0
    ? `You weren’t charged for ${description}.`
    : `Thank you for your order. We received your payment of ${formatDollars(total)} for ${description}.`;

/** The link works for the signed-in payer. */
const receiptLink = (publicUrl: string, { id }: { id: string }) => `${publicUrl}/main/profile/transactions/${id}`;

const orderLink = (publicUrl: string, { id }: { id: string }) => `${publicUrl}/main/profile/orders/${id}`;

export const receiptMail = (payer: MailRecipient, order: PaidOrder, publicUrl: string): Mail =>
  composeMail(payer, {
    subject: `Your receipt for order ${order.number}`,
    body: `${receiptSentence(order)}${creditSentence(order)}`,
    button: 'View receipt',
    link: receiptLink(publicUrl, order),
    note: `Order ${order.number}. You can find all payments in your profile under Transactions.`,
  });

interface RefundedAmounts {
  card: number;
  credit: number;
}

const refundSentence = ({ card, credit }: RefundedAmounts, description: string): string =>
  [
    card > 0 && `We refunded ${formatDollars(card)} for ${description}. It usually appears on your card within 10 days.`,
    credit > 0 && card > 0 && `${formatDollars(credit)} was returned to your account credit.`,
    credit > 0 && card === 0 && `We returned ${formatDollars(credit)} to your account credit for ${description}.`,
  ]
    .filter(Boolean)
    .join(' ');

export const refundMail = (payer: MailRecipient, order: MailedOrder, refunded: RefundedAmounts, publicUrl: string): Mail =>
  composeMail(payer, {
    subject: `Your refund for order ${order.number}`,
    body: refundSentence(refunded, order.description),
    button: 'View order',
    link: receiptLink(publicUrl, order),
    note: `Order ${order.number}.`,
  });

interface StatusChange {
  status: string;
  trackingNumber: string | null;
}

/** Email about a new status of an order, for example that it was shipped. */
export const statusMail = (buyer: MailRecipient, order: MailedOrder, { status, trackingNumber }: StatusChange, publicUrl: string): Mail =>
  composeMail(buyer, {
    subject: `Order ${order.number}: ${status}`,
    body: `Your order (${order.description}) is now: ${status}.${trackingNumber ? ` Tracking number: ${trackingNumber}.` : ''}`,
    button: 'View order',
    link: orderLink(publicUrl, order),
    note: `Order ${order.number}.`,
  });
