import type { BankEvent } from '../../platform/cards/cards.ts';
import { definePort } from '../../platform/ports.ts';

/** Something at the bank that happened to change. What is true of it is read by whoever applies it. */
export interface ChangedBankObject {
  kind: BankEvent['objectKind'];
  id: string;
  /** What it belongs to: an invoice's subscription, a charge's payment intent. */
  parentId: string | null;
}

/**
 * Told of everything that changes at the bank; each takes what is theirs and leaves the rest. To be idempotent: an object is told of
 * more than once, late and in any order. Whatever it throws is tried again.
 */
export const bankObjectChanged = definePort<(changed: ChangedBankObject) => Promise<void>>('bank objects');
