import type { Interval, UpcomingCharges } from '@vitrine/contract';

interface Renewing {
  credit: number;
  /** The plan's price for a period, in cents. */
  amount: number;
  interval: Interval;
  /** Start of the period that runs, and its renewal, in epoch seconds. */
  periodStart: number;
  nextAt: number;
}

/** No credit covers more renewals than this. */
const MAX_RENEWALS = 1_200;
const MONTHS = { month: 1, year: 12 } as const;

/** Renewals keep the day that the subscription began on. A shorter month clamps it, so the later of two consecutive days is the original one. */
function renewalAfter({ periodStart, nextAt, interval }: Renewing, renewals: number): number {
  if (renewals === 0) return nextAt;
  const next = new Date(nextAt * 1000);
  const day = Math.max(new Date(periodStart * 1000).getUTCDate(), next.getUTCDate());
  const month = next.getUTCMonth() + renewals * MONTHS[interval];
  const lastDay = new Date(Date.UTC(next.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(next.getUTCFullYear(), month, Math.min(day, lastDay));
  return (midnight + ((nextAt * 1000) % 86_400_000)) / 1000;
}

/** Returns the charges to come: renewals are paid from the credit first, then by card. */
export function upcomingChargesOf(renewing: Renewing): UpcomingCharges {
  const { credit, amount, interval } = renewing;
  const covered = amount > 0 ? Math.min(MAX_RENEWALS, Math.floor(credit / amount)) : 0;
  const chargeAt = renewalAfter(renewing, covered);
  return {
    coveredUntil: covered > 0 ? chargeAt : null,
    chargeAt,
    chargeAmount: Math.max(0, amount - (credit - covered * amount)),
    amount,
    interval,
  };
}
