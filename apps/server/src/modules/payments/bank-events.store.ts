import type { BankEvent, BankName } from '../../platform/cards/cards.ts';
import type { Tx } from '../../platform/database/database.ts';

/** Whether it is new: the bank sends each until it was answered, and now and then once more. */
export async function insertEvent(tx: Tx, bank: BankName, { id, type, objectId, created }: BankEvent): Promise<boolean> {
  const inserted = await tx
    .insertInto('bank_events')
    .values({ id, bank, type, object_id: objectId, happened_at: new Date(created * 1000) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export const deleteEventsBefore = (tx: Tx, before: Date) => tx.deleteFrom('bank_events').where('received_at', '<', before).execute();
