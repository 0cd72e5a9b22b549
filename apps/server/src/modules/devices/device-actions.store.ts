import type { ActionReceipt, DeviceActionName } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

/** Of each device; older ones are of no use to anybody. */
const ACTIONS_KEPT = 20;

export interface NewAction {
  id: string;
  device_id: string;
  action: DeviceActionName;
  asked_by: string;
}

export async function insertAction(tx: Tx, action: NewAction): Promise<void> {
  await tx.insertInto('device_actions').values(action).execute();
  await sql`delete from device_actions where id in (
    select id from device_actions where device_id = ${action.device_id} order by id desc offset ${ACTIONS_KEPT})`.execute(tx);
}

export const findLastAction = (db: Db, deviceId: string) =>
  db
    .selectFrom('device_actions')
    .select(['id', 'action', 'state', 'reason', 'created_at', 'updated_at'])
    .where('device_id', '=', deviceId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
export type ActionRow = NonNullable<Awaited<ReturnType<typeof findLastAction>>>;

/** A receipt counts when it is about this screen's device and the action has no end yet; answers whose device it is. */
export const noteReceipt = async (tx: Tx, screenId: string, { id, state, reason }: ActionReceipt): Promise<string | undefined> => {
  const result = await sql<{ device_id: string }>`
    update device_actions set state = ${state}, reason = ${reason ?? null}, updated_at = now() from devices
    where device_actions.id = ${id} and devices.id = device_actions.device_id and devices.screen_id = ${screenId}
      and device_actions.state in ('sent', 'delivered') returning device_actions.device_id`.execute(tx);
  return result.rows[0]?.device_id;
};

/** One order at a time goes out to a device. */
export const lockForAction = (tx: Tx, deviceId: string) =>
  tx
    .selectFrom('devices')
    .innerJoin('screens', 'screens.id', 'devices.screen_id')
    .select(['devices.screen_id', 'screens.live_process_id'])
    .where('devices.id', '=', deviceId)
    .forUpdate('devices')
    .executeTakeFirst();
