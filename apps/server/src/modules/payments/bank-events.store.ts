import { sql } from 'kysely';
import type { BankEvent, BankName } from '../../platform/cards/cards.ts';
import type { Db, Tx } from '../../platform/database/database.ts';

/** Returns the object to read for an event. Invoices are read together with their subscription. */
const getEventSubject = ({ objectKind, objectId, parentId }: BankEvent) =>
  objectKind === 'invoice' && parentId !== null
    ? { object_kind: 'subscription', object_id: parentId, parent_id: null }
    : { object_kind: objectKind, object_id: objectId, parent_id: parentId };

/** Inserts each event once; the bank repeats events until they are acknowledged, and sometimes later. */
export const insertEvents = (tx: Tx, bank: BankName, events: readonly BankEvent[], now: Date) =>
  tx
    .insertInto('bank_events')
    .values(
      events.map((event) => ({
        id: event.id,
        bank,
        type: event.type,
        ...getEventSubject(event),
        happened_at: new Date(event.created * 1000),
        applied_at: event.objectKind === 'other' ? now : null,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();

/** Lists objects with waiting events, the oldest first, each with all its events. */
export const listPendingEvents = (db: Db, bank: BankName, limit: number) =>
  db
    .selectFrom('bank_events')
    .select(['object_kind', 'object_id', 'parent_id', ({ fn }) => fn.agg<string[]>('array_agg', ['id']).as('ids')])
    .where('bank', '=', bank)
    .where('applied_at', 'is', null)
    .groupBy(['object_kind', 'object_id', 'parent_id'])
    .orderBy(({ fn }) => fn.min('received_at'))
    .limit(limit)
    .execute();

export const markEventsApplied = (tx: Tx, ids: readonly string[], at: Date) =>
  tx.updateTable('bank_events').set({ applied_at: at }).where('id', '=', sql<string>`any(${ids}::text[])`).execute();

export const deleteEventsBefore = (tx: Tx, before: Date) => tx.deleteFrom('bank_events').where('received_at', '<', before).execute();
