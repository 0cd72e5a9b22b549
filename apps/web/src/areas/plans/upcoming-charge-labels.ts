import type { UpcomingCharges } from '@vitrine/contract/subscriptions';
import { formatDate } from '../../lib/format.ts';
import { formatCents } from '../../lib/money.ts';

const dateOf = (seconds: number): string => formatDate(new Date(seconds * 1000).toISOString());

/** States the charges to come as they will happen: `Covered by credit until 08/25/2027, then $299.00 every month until you cancel.` */
export function upcomingWords({ coveredUntil, chargeAt, chargeAmount, amount, interval }: UpcomingCharges): string {
  const regular = `${formatCents(amount)} every ${interval}`;
  const isPart = chargeAmount < amount;
  if (coveredUntil !== null) {
    const first = isPart ? `, when ${formatCents(chargeAmount)} is charged` : '';
    return `Covered by credit until ${dateOf(coveredUntil)}${first}, then ${regular} until you cancel.`;
  }
  if (isPart) return `Your credit pays part of it: ${formatCents(chargeAmount)} on ${dateOf(chargeAt)}, then ${regular} until you cancel.`;
  return `Then ${regular} starting ${dateOf(chargeAt)} until you cancel.`;
}
