/**
 * The row that a receipt shows between its lines and the total. Credit that paid a part lowers the total; a change to a cheaper plan has lines
 * below zero, whose amount was added to the credit. The rows of a receipt add up to its total.
 */
export function creditSums(credit: number, isOwn: boolean): [label: string, cents: number][] {
  const whose = isOwn ? 'your credit' : 'credit';
  if (credit > 0) return [['Account credit', -credit]];
  return credit < 0 ? [[`Added to ${whose}`, -credit]] : [];
}

const NOTHING_CHARGED = {
  start: 'Purchase, nothing charged',
  renewal: 'Renewal, nothing charged',
  change: 'Plan change, nothing charged',
} as const;

interface Charged {
  amount: number;
  credit: number;
  invoiceReason: keyof typeof NOTHING_CHARGED | null;
}

/** Labels an order that charged nothing to a card. Undefined for orders that did. */
export function nothingChargedLabel({ amount, credit, invoiceReason }: Charged): string | undefined {
  if (amount !== 0) return undefined;
  if (invoiceReason) return NOTHING_CHARGED[invoiceReason];
  // Orders of earlier versions have no reason: only changes of plan add credit.
  return credit < 0 ? NOTHING_CHARGED.change : 'Nothing charged';
}
