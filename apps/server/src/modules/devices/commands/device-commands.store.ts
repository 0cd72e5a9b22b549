import type { CommandReceipt, DeviceCommandName } from '@vitrine/contract';
import { sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../../platform/database/database.ts';

/** Maximum number of stored commands of a device. Older ones are deleted. */
const MAX_COMMANDS_PER_DEVICE = 20;

export interface NewCommand {
  id: string;
  device_id: string;
  command: DeviceCommandName;
  sent_by: string | null;
}

export async function insertCommand(tx: Tx, command: NewCommand): Promise<void> {
  await tx.insertInto('device_commands').values(command).execute();
  await sql`delete from device_commands where id in (
    select id from device_commands where device_id = ${command.device_id} order by id desc offset ${MAX_COMMANDS_PER_DEVICE})`.execute(tx);
}

export const insertCommands = (tx: Tx, commands: NewCommand[]) => tx.insertInto('device_commands').values(commands).execute();

/** Deletes old commands of many devices, as `insertCommand` does for one. */
export const deleteOldCommands = (tx: Tx, deviceIds: string[]) =>
  sql`delete from device_commands using (
      select id, row_number() over (partition by device_id order by id desc) as place from device_commands where device_id = any(${toUuidArray(deviceIds)})) as kept
    where kept.id = device_commands.id and kept.place > ${MAX_COMMANDS_PER_DEVICE}`.execute(tx);

/** Lists the newest command of each of these devices that has one. */
export const listLastCommands = async (
  db: Db,
  deviceIds: string[],
): Promise<(Pick<CommandRow, 'state' | 'created_at'> & { device_id: string })[]> => {
  const { rows } = await sql<Pick<CommandRow, 'state' | 'created_at'> & { device_id: string }>`
    select last.device_id, last.state, last.created_at from unnest(${toUuidArray(deviceIds)}) as given (device_id) cross join lateral (
      select device_id, state, created_at from device_commands where device_commands.device_id = given.device_id order by id desc limit 1) as last`.execute(
    db,
  );
  return rows;
};

export const findLastCommand = (db: Db, deviceId: string) =>
  db
    .selectFrom('device_commands')
    .select(['id', 'command', 'state', 'reason', 'created_at', 'updated_at'])
    .where('device_id', '=', deviceId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
export type CommandRow = NonNullable<Awaited<ReturnType<typeof findLastCommand>>>;

/** Lists commands of the last day that these screens have not finished. */
export const listOpenCommands = async (db: Db, screenIds: string[]): Promise<{ screenId: string; commandIds: string[] }[]> => {
  const { rows } = await sql<{ screenId: string; commandIds: string[] }>`
    select devices.screen_id as "screenId", array_agg(device_commands.id order by device_commands.id) as "commandIds"
    from devices join device_commands on device_commands.device_id = devices.id
    where devices.screen_id = any(${toUuidArray(screenIds)}) and device_commands.state in ('sent', 'delivered')
      and device_commands.created_at > now() - interval '1 day' group by devices.screen_id`.execute(db);
  return rows;
};

/** Records the state of a command. Ignores receipts of other screens' commands and of finished ones. Returns the device's id when a row changed. */
export const updateCommandState = async (tx: Tx, screenId: string, { id, state, reason }: CommandReceipt): Promise<string | undefined> => {
  const result = await sql<{ device_id: string }>`
    update device_commands set state = ${state}, reason = ${reason ?? null}, updated_at = now() from devices
    where device_commands.id = ${id} and devices.id = device_commands.device_id and devices.screen_id = ${screenId}
      and device_commands.state in ('sent', 'delivered') returning device_commands.device_id`.execute(tx);
  return result.rows[0]?.device_id;
};

/** Fails all commands of a device that its screen has not finished. */
export const failOpenCommands = (tx: Tx, deviceId: string, reason: string) =>
  tx
    .updateTable('device_commands')
    .set({ state: 'failed', reason, updated_at: sql`now()` })
    .where('device_id', '=', deviceId)
    .where('state', 'in', ['sent', 'delivered'])
    .execute();

/** Locks the device, so that one command at a time is sent to it. */
export const lockForCommand = (tx: Tx, deviceId: string) =>
  tx
    .selectFrom('devices')
    .innerJoin('screens', 'screens.id', 'devices.screen_id')
    .select(['devices.screen_id', 'screens.live_process_id'])
    .where('devices.id', '=', deviceId)
    .forUpdate('devices')
    .executeTakeFirst();
