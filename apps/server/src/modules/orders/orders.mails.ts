import { type Addressee, composeMail } from '../../platform/mail/compose-mail.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

const dollars = (cents: number) => `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

interface PaidOrder {
  id: string;
  number: string;
  description: string;
  total_cents: number;
}

/** The link works for whoever is signed in as the payer. */
const receiptLink = (publicUrl: string, { id }: { id: string }) => `${publicUrl}/main/profile/transactions/${id}`;

const orderLink = (publicUrl: string, { id }: { id: string }) => `${publicUrl}/main/profile/orders/${id}`;

export const receiptMail = (payer: Addressee, order: PaidOrder, publicUrl: string): Mail =>
  composeMail(payer, {
    subject: `Your receipt ${order.number}`,
    body: `thank you. We received ${dollars(order.total_cents)} for: ${order.description}.`,
    button: 'Open the receipt',
    link: receiptLink(publicUrl, order),
    note: `Order ${order.number}. You find all your payments under Transactions in your profile.`,
  });

export const refundMail = (payer: Addressee, order: PaidOrder, refundedCents: number, publicUrl: string): Mail =>
  composeMail(payer, {
    subject: `Your refund for ${order.number}`,
    body: `we gave back ${dollars(refundedCents)} for: ${order.description}. It usually reaches your card within ten days.`,
    button: 'Open the order',
    link: receiptLink(publicUrl, order),
    note: `Order ${order.number}.`,
  });

interface Moved {
  status: string;
  trackingNumber: string | null;
}

/** An order got somewhere, most of all on its way. */
export const statusMail = (buyer: Addressee, order: PaidOrder, { status, trackingNumber }: Moved, publicUrl: string): Mail =>
  composeMail(buyer, {
    subject: `Your order ${order.number}: ${status}`,
    body: `your order has a new status, ${status}: ${order.description}.${trackingNumber ? ` Its tracking number is ${trackingNumber}.` : ''}`,
    button: 'Open the order',
    link: orderLink(publicUrl, order),
    note: `Order ${order.number}.`,
  });
