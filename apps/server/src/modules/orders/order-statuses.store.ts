import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

const COLUMNS = ['id', 'type', 'name', 'color', 'event', 'description', 'notifies'] as const;

export interface StatusValues {
  name: string;
  color: string;
  event: string;
  description: string;
  notifies: boolean;
}

/** All of them, so that two at once cannot take away the last that something needs. */
export const lockStatuses = (tx: Tx) =>
  tx.selectFrom('order_statuses').select(COLUMNS).orderBy('event').orderBy('position').orderBy('id').forUpdate().execute();
export type LockedStatus = Awaited<ReturnType<typeof lockStatuses>>[number];

export const findStatus = (db: Db, id: string) => db.selectFrom('order_statuses').select(COLUMNS).where('id', '=', id).executeTakeFirst();

/** Behind the others of its event. */
export const insertStatus = (tx: Tx, status: StatusValues & { id: string; type: string }) =>
  tx
    .insertInto('order_statuses')
    .values({
      ...status,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from order_statuses where event = ${status.event})`,
    })
    .execute();

export const updateStatus = (tx: Tx, id: string, status: StatusValues) =>
  tx.updateTable('order_statuses').set(status).where('id', '=', id).execute();

export const deleteStatus = (tx: Tx, id: string) => tx.deleteFrom('order_statuses').where('id', '=', id).execute();

export const isStatusInUse = async (db: Db, statusId: string): Promise<boolean> =>
  (await db.selectFrom('orders').select('id').where('status_id', '=', statusId).limit(1).executeTakeFirst()) !== undefined;

export const updateOrderStatus = (tx: Tx, orderId: string, statusId: string) =>
  tx.updateTable('orders').set({ status_id: statusId }).where('id', '=', orderId).execute();

export const findTrackingNumber = async (db: Db, orderId: string): Promise<string | null> =>
  (await db.selectFrom('order_addresses').select('tracking_number').where('order_id', '=', orderId).executeTakeFirst())?.tracking_number ??
  null;

export const updateTrackingNumber = (tx: Tx, orderId: string, trackingNumber: string) =>
  tx.updateTable('order_addresses').set({ tracking_number: trackingNumber }).where('order_id', '=', orderId).execute();
