import { type MoneyReading, readMoney } from '../../../lib/number-input.ts';

export interface TypedRefund {
  amount: string;
  reason: string;
  planEnd: string;
}

interface Refundable {
  card: number;
  credit: number;
  isPlanRunning: boolean;
}

export type RefundFaults = Partial<Record<keyof TypedRefund, string>>;

function amountFault(reading: MoneyReading | undefined, refundable: number): string | undefined {
  if (reading && 'fault' in reading) return reading.fault;
  if (!reading || reading.cents === 0) return 'Enter an amount such as 12.50.';
  return reading.cents > refundable ? 'This is more than the amount you can still refund.' : undefined;
}

/** Checks the refund dialog. While the plan runs, the administrator has to decide what happens to it. */
export function refundFaults({ reason, planEnd }: TypedRefund, reading: MoneyReading | undefined, refundable: Refundable): RefundFaults {
  const amount = amountFault(reading, refundable.card + refundable.credit);
  return {
    ...(amount && { amount }),
    ...(reason.trim() === '' && { reason: 'Enter a reason. It’s recorded in the audit trail.' }),
    ...(refundable.isPlanRunning && planEnd === '' && { planEnd: 'Choose what happens to the plan.' }),
  };
}

/** Returns the typed amount in cents, or undefined when it can't be read. */
export function refundCents(text: string): number | undefined {
  const reading = readMoney(text);
  return reading && 'cents' in reading ? reading.cents : undefined;
}

/** Splits an amount as the server does: the card's part first. */
export function refundParts(cents: number, { card }: Pick<Refundable, 'card'>): { card: number; credit: number } {
  const toCard = Math.min(card, cents);
  return { card: toCard, credit: cents - toCard };
}
