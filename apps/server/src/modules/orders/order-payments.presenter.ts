import { orderType, type Payment, payment, paymentEvent, type Receipt } from '@vitrine/contract';
import type { PaymentRow, ReceiptRow } from './order-payments.read-model.ts';

const { invoiceReason } = payment.shape;

function getPaymentStatus({ payment_event, refunded_cents, returned_cents, total_cents, credit_cents }: PaymentRow): Payment['status'] {
  const refunded = refunded_cents + returned_cents;
  if (refunded > 0) return refunded === total_cents + Math.max(0, credit_cents) ? 'refunded' : 'partlyRefunded';
  return { paymentpending: 'pending', paymentsuccess: 'success', paymentfailed: 'failed' }[
    paymentEvent.parse(payment_event)
  ] as Payment['status'];
}

export const presentPayment = (row: PaymentRow): Payment => ({
  _id: row.id,
  orderId: row.id,
  orderNumber: row.number,
  orderType: orderType.parse(row.type),
  description: row.description,
  amount: row.total_cents,
  refundedAmount: row.refunded_cents,
  returnedAmount: row.returned_cents,
  credit: row.credit_cents,
  invoiceReason: invoiceReason.parse(row.invoice_reason),
  currency: 'usd',
  status: getPaymentStatus(row),
  card: row.card_brand !== null && row.card_last4 !== null ? { brand: row.card_brand, last4: row.card_last4 } : null,
  createdAt: row.created_at.toISOString(),
  paidAt: row.paid_at?.toISOString() ?? null,
});

export const presentReceipt = (row: ReceiptRow): Receipt => ({
  payment: presentPayment(row),
  lines: row.lines.map(({ name, quantity, amount_cents }) => ({ description: name, quantity, amount: amount_cents })),
  shipping: row.shipping_cents,
  tax: row.tax_cents,
  credit: row.credit_cents,
  creditLeft: row.credit_left_cents,
  total: row.total_cents,
  payer: { name: row.payer_name, email: row.payer_email },
  period: row.period_from && row.period_until ? { from: row.period_from.toISOString(), until: row.period_until.toISOString() } : null,
  bank: row.bank === 'stripe' ? 'stripe' : 'testBank',
});
