import type { BankEvent } from '../../platform/cards/cards.ts';
import { definePort } from '../../platform/ports.ts';

/** An object at the bank that may have changed. Its current state is read by the modules that apply it. */
export interface ChangedBankObject {
  kind: BankEvent['objectKind'];
  id: string;
  /** Parent object: an invoice's subscription, a charge's payment intent. */
  parentId: string | null;
}

/**
 * Called for every change at the bank; each module handles its own objects and ignores others. Must be idempotent: calls may be repeated, late and in any
 * order. Errors are retried.
 */
export const bankObjectChanged = definePort<(changed: ChangedBankObject) => Promise<void>>('bank objects');
