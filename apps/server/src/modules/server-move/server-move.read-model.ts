import type { MoveFailure } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

export const findOpenMove = (db: Db) =>
  db
    .selectFrom('server_moves')
    .select(['id', 'address', 'spread_ms', 'started_at', 'checked_at'])
    .where('ended_at', 'is', null)
    .executeTakeFirst();

/** Returns a screen with the hash of its secret, which is the key of its messages. */
export const findScreen = (db: Db, screenId: string) =>
  db.selectFrom('screens').select(['device_code', 'secret_hash']).where('id', '=', screenId).executeTakeFirst();

/** Returns a screen by the id that it shows, and whether it has arrived at this address. */
export const findScreenByCode = (db: Db, code: string) =>
  db
    .selectFrom('screens')
    .leftJoin('screen_arrivals', 'screen_arrivals.screen_id', 'screens.id')
    .select(['screens.id', 'screens.secret_hash', 'screen_arrivals.address', 'screen_arrivals.is_cached'])
    .where('device_code', '=', code)
    .executeTakeFirst();

export async function listOnlineScreens(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from screens where live_process_id is not null`.execute(db);
  return rows.map(({ id }) => id);
}

/** Counts devices, and those whose screens play at the new address. */
export async function countDevices(db: Db, moveId: string): Promise<{ total: number; moved: number }> {
  const { rows } = await sql<{ total: number; moved: number }>`
    select count(*)::integer as total, count(moves.screen_id)::integer as moved from devices
    left join server_move_screens moves on moves.screen_id = devices.screen_id and moves.move_id = ${moveId} and moves.failure is null`.execute(
    db,
  );
  return rows[0] ?? { total: 0, moved: 0 };
}

interface RemainingRow {
  id: string;
  name: string;
  device_code: string;
  is_online: boolean;
  failure: MoveFailure | null;
}

/** Lists devices that have not moved. Devices with a known reason are first. */
export async function listRemaining(db: Db, moveId: string, limit: number): Promise<RemainingRow[]> {
  const { rows } = await sql<RemainingRow>`
    select devices.id, devices.name, screens.device_code, screens.live_process_id is not null as is_online, moves.failure
    from devices join screens on screens.id = devices.screen_id
    left join server_move_screens moves on moves.screen_id = screens.id and moves.move_id = ${moveId}
    where moves.screen_id is null or moves.failure is not null
    order by moves.failure nulls last, devices.name, devices.id limit ${limit}`.execute(db);
  return rows;
}

/** Position in the list of arrivals: the time and the screen of an arrival. */
export interface ArrivalPosition {
  at: Date;
  screenId: string;
}

/** Lists arrivals at an address in their order, after a position. The newest ones are left out, because rows with earlier times may be committed later. */
export async function listArrivals(
  db: Db,
  address: string,
  { after, until, limit }: { after: ArrivalPosition; until: Date; limit: number },
) {
  const { rows } = await sql<{ device_code: string; screen_id: string; arrived_at: Date }>`
    select screens.device_code, arrivals.screen_id, arrivals.arrived_at
    from screen_arrivals arrivals join screens on screens.id = arrivals.screen_id
    where arrivals.address = ${address} and (arrivals.arrived_at, arrivals.screen_id) > (${after.at}, ${after.screenId}::uuid)
      and arrivals.arrived_at <= ${until}
    order by arrivals.arrived_at, arrivals.screen_id limit ${limit}`.execute(db);
  return rows;
}
