import type { DeviceSettings } from '@vitrine/contract';
import { sql } from 'kysely';
import { type Db, type Tx, uuids } from '../../platform/database/database.ts';
import { audienceOf } from '../organisations/index.ts';

export const insertDevice = (
  tx: Tx,
  device: { id: string; screen_id: string; name: string; time_zone: string; user_id: string; org_id?: string },
) => tx.insertInto('devices').values(device).execute();

interface DeviceColumns extends DeviceSettings {
  name?: string;
  time_zone?: string;
  show_info?: boolean;
}

export const updateDevice = (tx: Tx, id: string, change: DeviceColumns) =>
  tx
    .updateTable('devices')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export const deleteDevice = (tx: Tx, id: string) => tx.deleteFrom('devices').where('id', '=', id).returning('screen_id').executeTakeFirst();

export const deleteDevices = (tx: Tx, ids: string[]) =>
  tx
    .deleteFrom('devices')
    .where('id', '=', sql<string>`any(${uuids(ids)})`)
    .returning('screen_id')
    .execute();

/** They count to another account from now on, or belong to another family or none. */
export const moveDevices = (tx: Tx, ids: string[], to: { user_id: string; org_id: string | null }) =>
  tx
    .updateTable('devices')
    .set({ ...to, updated_at: sql`now()` })
    .where('id', '=', sql<string>`any(${uuids(ids)})`)
    .execute();

export const findDeviceOfScreen = (db: Db, screenId: string) =>
  db
    .selectFrom('devices')
    .select(['id', audienceOf('devices').as('audience')])
    .where('screen_id', '=', screenId)
    .executeTakeFirst();

export const deleteDevicesOf = (tx: Tx, userId: string) =>
  tx.deleteFrom('devices').where('user_id', '=', userId).returning('screen_id').execute();

/** Of several screens at once; those that nobody added are left out. */
export const listDevicesOfScreens = (db: Db, screenIds: string[]) =>
  db
    .selectFrom('devices')
    .select(['id', 'screen_id', audienceOf('devices').as('audience')])
    .where('screen_id', '=', sql<string>`any(${screenIds}::uuid[])`)
    .execute();

/** All of an organisation's get another owner with it. */
export const handOverDevices = (tx: Tx, orgId: string, ownerId: string) =>
  tx.updateTable('devices').set({ user_id: ownerId }).where('org_id', '=', orgId).execute();
