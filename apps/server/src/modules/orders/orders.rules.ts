import type { PaymentEvent } from '@vitrine/contract';
import type { BankInvoice, BankPaymentIntent } from '../../platform/cards/cards.ts';

/** Returns the Luhn check digit, which detects one wrong digit or two swapped digits. */
function getCheckDigit(digits: string): number {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return (10 - (sum % 10)) % 10;
}

/** Formats the order number that customers quote, such as `V100042-5`. The last digit is a check digit. */
export const formatOrderNumber = (sequence: number): string => `V${sequence}-${getCheckDigit(String(sequence))}`;

/** State of a payment at the bank. `open`: not final yet. */
export type BankPaymentResult = 'paid' | 'failed' | 'open';

/** Returns the next payment state. A paid order stays paid; a failed one may still be paid. */
export function nextPaymentEvent(current: PaymentEvent, result: BankPaymentResult): PaymentEvent {
  if (current === 'paymentsuccess' || result === 'paid') return 'paymentsuccess';
  return result === 'failed' ? 'paymentfailed' : current;
}

/** Returns the result of an invoice. `hasFailed` states that the last attempt to pay it failed. */
export function getInvoiceResult(status: BankInvoice['status'], hasFailed: boolean): BankPaymentResult {
  if (status === 'paid') return 'paid';
  return status === 'void' || status === 'uncollectible' || hasFailed ? 'failed' : 'open';
}

interface PayableOrder {
  id: string;
  total_cents: number;
  currency: string;
}

/** An order counts as paid when the bank received its amount in full and in its currency for this order; any other success is a mismatch. */
export function getPaymentIntentResult(order: PayableOrder, intent: BankPaymentIntent): BankPaymentResult | 'mismatch' {
  if (intent.status === 'succeeded') {
    const belongsToOrder = intent.metadata['orderId'] === order.id && intent.currency === order.currency;
    return belongsToOrder && intent.amountReceived === order.total_cents ? 'paid' : 'mismatch';
  }
  if (intent.status === 'canceled') return 'failed';
  return intent.status === 'requires_payment_method' && intent.lastError ? 'failed' : 'open';
}
