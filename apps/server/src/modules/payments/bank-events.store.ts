import type { BankEvent, BankName } from '../../platform/cards/cards.ts';
import type { Db, Tx } from '../../platform/database/database.ts';

/** Each once: the bank sends one until it was answered, and now and then once more. */
export const insertEvents = (tx: Tx, bank: BankName, events: readonly BankEvent[], now: Date) =>
  tx
    .insertInto('bank_events')
    .values(
      events.map(({ id, type, objectId, objectKind, parentId, created }) => ({
        id,
        bank,
        type,
        object_kind: objectKind,
        object_id: objectId,
        parent_id: parentId,
        happened_at: new Date(created * 1000),
        applied_at: objectKind === 'other' ? now : null,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();

/** Those that came first. */
export const listWaiting = (db: Db, bank: BankName, limit: number) =>
  db
    .selectFrom('bank_events')
    .select(['id', 'object_kind', 'object_id', 'parent_id'])
    .where('bank', '=', bank)
    .where('applied_at', 'is', null)
    .orderBy('received_at')
    .limit(limit)
    .execute();
export type WaitingEvent = Awaited<ReturnType<typeof listWaiting>>[number];

export const updateApplied = (tx: Tx, ids: readonly string[], at: Date) =>
  tx.updateTable('bank_events').set({ applied_at: at }).where('id', 'in', ids).execute();

export const deleteEventsBefore = (tx: Tx, before: Date) => tx.deleteFrom('bank_events').where('received_at', '<', before).execute();
