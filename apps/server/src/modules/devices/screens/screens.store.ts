import type { ScreenReport } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../../platform/database/database.ts';
import { MAX_SAME_EVENTS_PER_ROOM } from '../../../platform/live/live.ts';
import { selectAudience } from '../../organisations/index.ts';

/** Properties that a screen sends when it registers. */
export interface ScreenDetails {
  version_code?: string;
  serial_number?: string;
}

export interface NewScreen extends ScreenDetails {
  id: string;
  device_code: string;
  secret_hash: Buffer;
  registered_from: string;
}

export const insertScreen = (tx: Tx, screen: NewScreen) =>
  tx
    .insertInto('screens')
    .values(screen)
    .onConflict((conflict) => conflict.column('device_code').doNothing())
    .returning('id')
    .executeTakeFirst();

export const listScreensByCode = (db: Db, codes: string[]) =>
  db
    .selectFrom('screens')
    .leftJoin('devices', 'devices.screen_id', 'screens.id')
    .select(['screens.id', 'screens.device_code', 'screens.secret_hash', 'devices.id as device_id'])
    .where('screens.device_code', '=', sql<string>`any(${codes}::text[])`)
    .execute();

/** Records that a screen was seen, and the details that it sent. Details that it did not send stay as they are. */
export const markScreenSeen = (tx: Tx, id: string, details: ScreenDetails) =>
  tx
    .updateTable('screens')
    .set({ seen_at: sql`now()`, ...details })
    .where('id', '=', id)
    .execute();

/** Records that these screens run this version, by their reports. */
export async function updateVersionCode(tx: Tx, ids: string[], versionCode: string): Promise<void> {
  await lockScreens(tx, ids);
  await sql`update screens set version_code = ${versionCode} where id = any(${ids}::uuid[]) and version_code is distinct from ${versionCode}`.execute(
    tx,
  );
}

/** Locks a screen while it is added or removed as a device. */
export const lockScreenByCode = (tx: Tx, code: string) =>
  tx.selectFrom('screens').select('id').where('device_code', '=', code).forUpdate().executeTakeFirst();

/** Locks the screen of a device and the one with this code, in the order of their ids. */
export const lockScreensForReplacement = (tx: Tx, screenId: string, code: string) =>
  tx
    .selectFrom('screens')
    .select(['id', 'device_code', 'environment', sql<boolean>`live_process_id is not null`.as('is_online')])
    .where(({ or, eb }) => or([eb('id', '=', screenId), eb('device_code', '=', code)]))
    .orderBy('id')
    .forUpdate()
    .execute();
export type LockedScreen = Awaited<ReturnType<typeof lockScreensForReplacement>>[number];

/** Assigns a screen that replaces another one to its environment. It no longer counts against the address that registered it. */
export const updateReplacingScreen = (tx: Tx, id: string, environment: string) =>
  tx.updateTable('screens').set({ registered_from: null, environment }).where('id', '=', id).execute();

/** Deletes a screen, so that its credentials stop working. */
export const deleteScreen = (tx: Tx, id: string) => tx.deleteFrom('screens').where('id', '=', id).execute();

/** A screen and its previous revision; its device is null when it is not a device. */
export interface ScreenRevision {
  screenId: string;
  deviceId: string | null;
  from: number;
}

/** Screens whose next manifests have the same number. */
export interface RevisionBump {
  revision: number;
  screens: ScreenRevision[];
  /** Recipients by group of devices with the same recipients. Lists at most as many devices as make a recipient reload all of them. */
  audiences: { people: string[]; deviceIds: string[] }[];
}

/**
 * Assigns the next revision to all these screens, higher than any of theirs. A common revision makes their messages identical. Locks in the order of ids to
 * avoid deadlocks.
 */
async function bumpWhere(tx: Tx, which: RawBuilder<boolean>): Promise<RevisionBump> {
  // One aggregated row, because decoding 5,000 rows takes the driver longer than the query.
  const { rows } = await sql<{ revision: number | null; screens: string | null; audiences: RevisionBump['audiences'] | null }>`
    with locked as materialized (
      select screens.id, screens.revision, devices.id as device_id, devices.user_id, devices.org_id
      from screens left join devices on devices.screen_id = screens.id where ${which} order by screens.id for no key update of screens),
    bumped as (
      update screens set revision = (select max(revision) + 1 from locked) from locked where screens.id = locked.id
      returning screens.id, screens.revision, locked.device_id, locked.revision as before),
    audiences as (
      select ${selectAudience('devices')} as people, devices.ids as "deviceIds"
      from (select user_id, org_id, (array_agg(device_id))[1:${sql.lit(MAX_SAME_EVENTS_PER_ROOM)}] as ids
        from locked where device_id is not null group by user_id, org_id) as devices)
    select max(revision) as revision, string_agg(concat_ws(' ', id, before, device_id), ',') as screens,
      (select json_agg(audiences) from audiences) as audiences from bumped`.execute(tx);
  const [bumped] = rows;
  return {
    revision: bumped?.revision ?? 0,
    screens: bumped?.screens?.split(',').map(parseScreenRevision) ?? [],
    audiences: bumped?.audiences ?? [],
  };
}

function parseScreenRevision(text: string): ScreenRevision {
  const [screenId = '', from, deviceId = null] = text.split(' ');
  return { screenId, from: Number(from), deviceId };
}

export const bumpRevisions = (tx: Tx, screenIds: string[]) => bumpWhere(tx, sql<boolean>`screens.id = any(${toUuidArray(screenIds)})`);
export const bumpRevisionsByDevice = (tx: Tx, deviceIds: string[]) =>
  bumpWhere(tx, sql<boolean>`devices.id = any(${toUuidArray(deviceIds)})`);

/** Returns those of these devices that are online. */
export async function listOnlineDevices(db: Db, deviceIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select devices.id from devices join screens on screens.id = devices.screen_id
    where devices.id = any(${toUuidArray(deviceIds)}) and screens.live_process_id is not null`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Locks screens in the order of their ids, to avoid deadlocks. */
const lockScreens = (tx: Tx, ids: string[]) =>
  sql`select from screens where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx);

const hasNoOwner = sql<boolean>`not exists (select from devices where devices.screen_id = screens.id)`;

/** Deletes screens without an owner that were offline for a week. */
export const deleteUnusedScreens = (tx: Tx) =>
  sql`delete from screens where live_process_id is null and seen_at < now() - interval '7 days' and ${hasNoOwner}`.execute(tx);

/** True for a screen that never had an owner, and has been offline for at least this time. Its id may be assigned to another screen. */
const isUnused = (unusedFor: string) =>
  sql<boolean>`screens.registered_from is not null and screens.live_process_id is null
    and screens.seen_at < now() - ${unusedFor}::interval and ${hasNoOwner}`;

/** Keeps this many screens that never had an owner, and deletes the unused ones that were seen before them. */
export const deleteSurplusScreens = (tx: Tx, kept: number, unusedFor: string) =>
  sql`delete from screens using (
      select id from screens where registered_from is not null order by seen_at desc offset ${kept}) as surplus
    where screens.id = surplus.id and ${isUnused(unusedFor)}`.execute(tx);

/** Lets one registration from an address at a time run, so that concurrent ones cannot exceed its limit. */
export const lockRegistrations = (tx: Tx, address: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`screen registrations ${address}`}, 0))`.execute(tx);

/** Counts screens that were registered from this address and never had an owner. */
export const countRegistered = async (tx: Tx, address: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from screens where registered_from = ${address}`.execute(tx);
  return rows[0]?.count ?? 0;
};

/** Deletes the unused screen of this address that was not seen for the longest time, and returns its id for another screen. */
export const releaseOldestCode = async (tx: Tx, address: string, unusedFor: string): Promise<string | undefined> => {
  const { rows } = await sql<{ device_code: string }>`
    delete from screens where id = (
      select id from screens where registered_from = ${address} and ${isUnused(unusedFor)}
      order by seen_at limit 1 for update skip locked)
    returning device_code`.execute(tx);
  return rows[0]?.device_code;
};

/** Deletes the screen with this id when it is unused; returns whether the id is free now. */
export const releaseCode = async (tx: Tx, code: string, unusedFor: string): Promise<boolean> => {
  const { rows } = await sql`
    delete from screens where id = (
      select id from screens where device_code = ${code} and ${isUnused(unusedFor)} for update skip locked)
    returning id`.execute(tx);
  return rows.length > 0;
};

/** Stops counting a screen that became a device against the address that registered it. */
export const clearRegisteredFrom = (tx: Tx, id: string) =>
  tx.updateTable('screens').set({ registered_from: null }).where('id', '=', id).execute();

/** Locks screens and returns those that are online. */
const lockOnlineScreens = async (tx: Tx, ids: string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string; is_online: boolean }>`
    select id, live_process_id is not null as is_online from screens where id = any(${ids}::uuid[]) order by id for no key update`.execute(
    tx,
  );
  return new Set(rows.filter(({ is_online }) => is_online).map(({ id }) => id));
};

/**
 * Records that the live links of these screens are with this process, and come from these addresses. Returns the numbers of their newest manifests, and
 * whether each was offline before.
 */
export async function updateScreensConnected(
  tx: Tx,
  processId: string,
  screens: { id: string; address: string; userAgent: string | undefined }[],
): Promise<{ id: string; revision: number; wasOffline: boolean }[]> {
  const [ids, addresses] = [screens.map(({ id }) => id), screens.map(({ address }) => address.slice(0, 64))];
  const agents = screens.map(({ userAgent }) => userAgent?.slice(0, 300) ?? null);
  const online = await lockOnlineScreens(tx, ids);
  const { rows } = await sql<{ id: string; revision: number }>`
    update screens set live_process_id = ${processId}, seen_at = now(), address = given.address,
      user_agent = coalesce(given.user_agent, screens.user_agent)
    from unnest(${ids}::uuid[], ${addresses}::text[], ${agents}::text[]) as given (id, address, user_agent) where screens.id = given.id
    returning screens.id, revision`.execute(tx);
  return rows.map((row) => ({ ...row, wasOffline: !online.has(row.id) }));
}

/** Locks the screens of ended links. Returns those that are connected to another process, whose newer reports must not be overwritten. */
export async function lockDisconnectedScreens(tx: Tx, processId: string, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string; isElsewhere: boolean }>`
    select id, live_process_id is not null and live_process_id <> ${processId} as "isElsewhere" from screens
    where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx);
  return new Set(rows.filter(({ isElsewhere }) => isElsewhere).map(({ id }) => id));
}

/**
 * Marks locked screens as disconnected, and returns those that are offline now. Only the process that had them may mark them, because they may be connected to
 * another one by now.
 */
export async function updateScreensDisconnected(tx: Tx, processId: string, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`update screens set live_process_id = null, seen_at = now()
    where id = any(${ids}::uuid[]) and live_process_id = ${processId} returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Stores reports, and returns the screens that show another publish than in their previous report. */
export async function updateReports(
  tx: Tx,
  reports: { screenId: string; report: ScreenReport }[],
): Promise<{ screenId: string; publishId: string }[]> {
  const [ids, texts] = [reports.map(({ screenId }) => screenId), reports.map(({ report }) => JSON.stringify(report))];
  const { rows } = await sql<{ id: string; publish_id: string | null }>`
    select id, report ->> 'publishId' as publish_id from screens where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx);
  const before = new Map(rows.map((row) => [row.id, row.publish_id]));
  await sql`update screens set report = given.report, reported_at = now()
    from unnest(${ids}::uuid[], ${texts}::jsonb[]) as given (id, report) where screens.id = given.id`.execute(tx);
  return reports.flatMap(({ screenId, report: { publishId } }) =>
    publishId !== null && before.has(screenId) && before.get(screenId) !== publishId ? [{ screenId, publishId }] : [],
  );
}

/**
 * Lists dead processes that still have screens. Each process runs this every few seconds; it skips through the index from one process to the next,
 * independently of the number of screens.
 */
export const listDeadProcesses = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ process_id: string }>`
    with recursive holders as (
      select min(live_process_id) as process_id from screens where live_process_id is not null
      union all
      select (select min(live_process_id) from screens where live_process_id > holders.process_id) from holders
      where holders.process_id is not null)
    select process_id from holders
    where process_id is not null and not exists (select from process_heartbeats beats where beats.process_id = holders.process_id)`.execute(
    db,
  );
  return rows.map(({ process_id }) => process_id);
};

/** Marks the screens of dead processes as offline. Returns those that are devices. */
export const clearDeadProcesses = (tx: Tx, processIds: string[]) =>
  sql<{ id: string; screenId: string; audience: string[] }>`
    with dead as (
      update screens set live_process_id = null, seen_at = now() where id in (
        select id from screens where live_process_id = any(${processIds}::text[])
          and not exists (select from process_heartbeats where process_id = screens.live_process_id)
        order by id for no key update) returning screens.id)
    select devices.id, dead.id as "screenId", ${selectAudience('devices')} as audience from devices join dead on dead.id = devices.screen_id`.execute(
    tx,
  );

/** Replaces the id and the secret of a screen. Returns false when the id is taken. */
export const replaceScreenCredentials = async (tx: Tx, screenId: string, code: string, secretHash: Buffer): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('screens')
    .set({ last_code: sql`device_code`, device_code: code, secret_hash: secretHash })
    .where('id', '=', screenId)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('screens').select('id').where('device_code', '=', code))))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};
