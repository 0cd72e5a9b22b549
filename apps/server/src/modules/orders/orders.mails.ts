import { type Addressee, composeMail } from '../../platform/mail/compose-mail.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

const dollars = (cents: number) => `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

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

/** Describes what an order did to the payer's credit. Empty where it did nothing. */
function creditSentence({ credit_cents: credit, credit_left_cents: left }: PaidOrder): string {
  if (credit === 0) return '';
  const change = credit > 0 ? `${dollars(credit)} was paid from your credit.` : `${dollars(-credit)} was added to your credit.`;
  return left === null ? ` ${change}` : ` ${change} Credit left: ${dollars(left)}.`;
}

const receiptSentence = ({ total_cents: total, description }: PaidOrder): string =>
  total === 0
    ? `You weren’t charged for ${description}.`
    : `Thank you for your order. We received your payment of ${dollars(total)} for ${description}.`;

/** The link works for whoever is signed in as the payer. */
const receiptLink = (publicUrl: string, { id }: { id: string }) => `${publicUrl}/main/profile/transactions/${id}`;

const orderLink = (publicUrl: string, { id }: { id: string }) => `${publicUrl}/main/profile/orders/${id}`;

export const receiptMail = (payer: Addressee, order: PaidOrder, publicUrl: string): Mail =>
  composeMail(payer, {
    subject: `Your receipt for order ${order.number}`,
    body: `${receiptSentence(order)}${creditSentence(order)}`,
    button: 'View receipt',
    link: receiptLink(publicUrl, order),
    note: `Order ${order.number}. You can find all payments in your profile under Transactions.`,
  });

interface GivenBack {
  card: number;
  credit: number;
}

const refundSentence = ({ card, credit }: GivenBack, description: string): string =>
  [
    card > 0 && `We refunded ${dollars(card)} for ${description}. It usually appears on your card within 10 days.`,
    credit > 0 && card > 0 && `${dollars(credit)} was returned to your account credit.`,
    credit > 0 && card === 0 && `We returned ${dollars(credit)} to your account credit for ${description}.`,
  ]
    .filter(Boolean)
    .join(' ');

export const refundMail = (payer: Addressee, order: MailedOrder, given: GivenBack, publicUrl: string): Mail =>
  composeMail(payer, {
    subject: `Your refund for order ${order.number}`,
    body: refundSentence(given, order.description),
    button: 'View order',
    link: receiptLink(publicUrl, order),
    note: `Order ${order.number}.`,
  });

interface Moved {
  status: string;
  trackingNumber: string | null;
}

/** An order got somewhere, most of all on its way. */
export const statusMail = (buyer: Addressee, order: MailedOrder, { status, trackingNumber }: Moved, publicUrl: string): Mail =>
  composeMail(buyer, {
    subject: `Order ${order.number}: ${status}`,
    body: `Your order (${order.description}) is now: ${status}.${trackingNumber ? ` Tracking number: ${trackingNumber}.` : ''}`,
    button: 'View order',
    link: orderLink(publicUrl, order),
    note: `Order ${order.number}.`,
  });
