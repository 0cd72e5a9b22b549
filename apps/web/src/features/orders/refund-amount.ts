import { type MoneyReading, readMoney } from '../../lib/number-input.ts';

/** Checks the amount of a refund against what is refundable, in cents. Returns the fault, if any. */
export function refundFault(reading: MoneyReading | undefined, refundable: number): string | undefined {
  if (reading && 'fault' in reading) return reading.fault;
  if (!reading || reading.cents === 0) return 'Please enter an amount, such as 12.50.';
  return reading.cents > refundable ? 'This is more than what is left to refund.' : undefined;
}

/** Returns the typed amount in cents, or nothing when it can't be read. */
export function refundCents(text: string): number | undefined {
  const reading = readMoney(text);
  return reading && 'cents' in reading ? reading.cents : undefined;
}
