import type { DeviceSettings } from '@vitrine/contract';
import { sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../platform/database/database.ts';
import { MAX_SAME_EVENTS_PER_ROOM } from '../../platform/live/live.ts';
import { selectAudience, selectOwnersAndMembers } from '../organisations/index.ts';
import { toOperationColumns } from './device-operation.store.ts';

export const insertDevice = (
  tx: Tx,
  device: { id: string; screen_id: string; name: string; time_zone: string; user_id: string; org_id?: string },
) => tx.insertInto('devices').values(device).execute();

interface DeviceColumns extends DeviceSettings {
  name?: string;
  time_zone?: string;
  show_info?: boolean;
}

export const updateDevice = (tx: Tx, id: string, { operatingHours, brightness, ...columns }: DeviceColumns) =>
  tx
    .updateTable('devices')
    .set({ ...columns, ...toOperationColumns({ operatingHours, brightness }), updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

/** Assigns another screen to a device. */
export const updateDeviceScreen = (tx: Tx, id: string, screenId: string) =>
  tx.updateTable('devices').set({ screen_id: screenId, updated_at: sql`now()` }).where('id', '=', id).execute();

export const deleteDevice = (tx: Tx, id: string) => tx.deleteFrom('devices').where('id', '=', id).returning('screen_id').executeTakeFirst();

export const deleteDevices = (tx: Tx, ids: string[]) =>
  tx
    .deleteFrom('devices')
    .where('id', '=', sql<string>`any(${toUuidArray(ids)})`)
    .returning('screen_id')
    .execute();

/** They count to another account from now on, or belong to another family or none. */
export const updateDeviceOwner = (tx: Tx, ids: string[], to: { user_id: string; org_id: string | null }) =>
  tx
    .updateTable('devices')
    .set({ ...to, updated_at: sql`now()` })
    .where('id', '=', sql<string>`any(${toUuidArray(ids)})`)
    .execute();

export const findDeviceByScreen = (db: Db, screenId: string) =>
  db
    .selectFrom('devices')
    .select(['id', selectAudience('devices').as('audience')])
    .where('screen_id', '=', screenId)
    .executeTakeFirst();

export const deleteDevicesByUser = (tx: Tx, userId: string) =>
  tx.deleteFrom('devices').where('user_id', '=', userId).returning('screen_id').execute();

/**
 * Lists the devices of several screens with the recipients of their events: at most as many devices of an owner as a recipient gets events. Screens without a
 * device are left out.
 */
export const listNotifiedDevices = async (db: Db, screenIds: string[]) => {
  const { rows } = await sql<{ id: string; screen_id: string; audience: string[] }>`
    select id, screen_id, ${selectAudience('devices')} as audience
    from (select id, screen_id, user_id, org_id, row_number() over (partition by user_id, org_id order by id) as number_of_owner
      from devices where screen_id = any(${toUuidArray(screenIds)})) as devices
    where number_of_owner <= ${sql.lit(MAX_SAME_EVENTS_PER_ROOM)}`.execute(db);
  return rows;
};

/** Lists those of several screens whose owners are connected to another process, at most `limit`; the audience contains these owners. */
export const listDevicesWatchedOnOtherProcesses = async (db: Db, processId: string, screenIds: string[], limit: number) => {
  const { rows } = await sql<{ id: string; screen_id: string; audience: string[] }>`
    with elsewhere as materialized (select distinct user_id from people_here where process_id <> ${processId})
    select devices.id, devices.screen_id, watching.people as audience
    from devices cross join lateral (
      select array(select distinct user_id from ${selectOwnersAndMembers('devices')} as people join elsewhere using (user_id)) as people offset 0) as watching
    where devices.screen_id = any(${toUuidArray(screenIds)}) and cardinality(watching.people) > 0
    limit ${limit}`.execute(db);
  return rows;
};

/** All of an organisation's get another owner with it. */
export const reassignDevices = (tx: Tx, orgId: string, ownerId: string) =>
  tx.updateTable('devices').set({ user_id: ownerId }).where('org_id', '=', orgId).execute();
