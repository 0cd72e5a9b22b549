import type { Environment, PlatformTag, RolloutPercent } from '@vitrine/contract';
import { sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../platform/database/database.ts';
import type { RolloutOutcome, ShellReport } from './rollouts.rules.ts';

const selectRollouts = (db: Db) =>
  db
    .selectFrom('rollouts')
    .innerJoin('versions', 'versions.id', 'rollouts.version_id')
    .leftJoin('users', 'users.id', 'rollouts.started_by')
    .select([
      'rollouts.id',
      'rollouts.version_id',
      'rollouts.platform',
      'rollouts.environment',
      'rollouts.percent',
      'rollouts.state',
      'rollouts.reason',
      'rollouts.started_by',
      'rollouts.reachable',
      'rollouts.looked_until',
      'rollouts.found_in_pass',
      'rollouts.told',
      'rollouts.running',
      'rollouts.fallen_back',
      'rollouts.silent',
      'rollouts.refused',
      'rollouts.stage_settled',
      'rollouts.stage_failed',
      'rollouts.created_at',
      'rollouts.updated_at',
      'versions.version',
      'versions.version_code',
      'versions.shell',
      'users.name as starter_name',
    ]);
export type RolloutRow = Awaited<ReturnType<ReturnType<typeof selectRollouts>['executeTakeFirstOrThrow']>>;

/** Lists running rollouts before ended ones, each newest first. */
export const listRollouts = (db: Db, platform: PlatformTag | null, { page, dataPerPage }: { page: number; dataPerPage: number }) =>
  selectRollouts(db)
    .$if(platform !== null, (query) => query.where('rollouts.platform', '=', platform ?? ''))
    .orderBy(sql`rollouts.state = 'ended'`)
    .orderBy('rollouts.id', 'desc')
    .limit(dataPerPage)
    .offset((page - 1) * dataPerPage)
    .execute();

export const findRollout = (db: Db, id: string) => selectRollouts(db).where('rollouts.id', '=', id).executeTakeFirst();

export async function lockRollout(tx: Tx, id: string): Promise<RolloutRow | undefined> {
  await sql`select from rollouts where id = ${id} for update`.execute(tx);
  return findRollout(tx, id);
}

/** Lists rollouts to which screens may still respond; another process may be working on one. */
export const listRunningRolloutIds = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('rollouts').select('id').where('state', '<>', 'ended').orderBy('id').execute()).map(({ id }) => id);

/** Locks a rollout that has not ended. Returns undefined while another process has locked it. */
export async function tryLockRollout(tx: Tx, id: string): Promise<RolloutRow | undefined> {
  const { rows } = await sql`select id from rollouts where id = ${id} and state <> 'ended' for update skip locked`.execute(tx);
  return rows.length === 0 ? undefined : findRollout(tx, id);
}

/** Throws 23505 when another rollout is active for the same screens. */
export const insertRollout = (
  tx: Tx,
  rollout: {
    id: string;
    version_id: string;
    platform: string;
    environment: Environment;
    percent: RolloutPercent;
    started_by: string;
    created_at: Date;
    updated_at: Date;
  },
) => tx.insertInto('rollouts').values(rollout).execute();

interface RolloutChange {
  percent?: number;
  state?: string;
  reason?: string | null;
  looked_until?: string | null;
  found_in_pass?: number;
  reachable?: number;
  stage_settled?: number;
  stage_failed?: number;
}

/** Changes a rollout manually or automatically. Editors send back the time of the last change. */
export const updateRollout = (tx: Tx, id: string, change: RolloutChange) =>
  tx
    .updateTable('rollouts')
    .set({ ...change, updated_at: sql`greatest(clock_timestamp(), updated_at + interval '1 millisecond')` })
    .where('id', '=', id)
    .execute();

/** Stores the position of the scan, which editors do not change. */
export const updateRolloutProgress = (tx: Tx, id: string, progress: RolloutChange) =>
  tx.updateTable('rollouts').set(progress).where('id', '=', id).execute();

interface ResultRow {
  screen_id: string;
  state: 'told' | 'silent';
  told_at: Date;
  shell: ShellReport | null;
  command: string | null;
}

/** Lists new reports of screens that received the command, including those that were given up. */
export const listReportedResults = async (db: Db, rolloutId: string, limit: number): Promise<ResultRow[]> => {
  const { rows } = await sql<ResultRow>`
    select told.screen_id, told.state, told.told_at, nullif(screens.report->'shell', 'null') as shell,
      device_commands.state as command
    from (
      (select screen_id, state, told_at, settled_at, command_id from rollout_screens where rollout_id = ${rolloutId} and state = 'told' order by told_at limit ${limit})
      union all
      (select screen_id, state, told_at, settled_at, command_id from rollout_screens where rollout_id = ${rolloutId} and state = 'silent' limit ${limit})) as told
    join screens on screens.id = told.screen_id left join device_commands on device_commands.id = told.command_id
    where told.state = 'told' or screens.reported_at > told.settled_at`.execute(db);
  return rows;
};

/** Records the outcome of screens and updates the rollout's counters. */
export async function recordScreenOutcomes(tx: Tx, rolloutId: string, ids: string[], to: RolloutOutcome, now: Date): Promise<void> {
  if (ids.length === 0) return;
  const failed = to === 'running' ? 0 : 1;
  await sql`
    with before as materialized (select screen_id, state from rollout_screens where rollout_id = ${rolloutId} and screen_id = any(${toUuidArray(ids)}) for update),
    moved as (
      update rollout_screens set state = ${to}, settled_at = ${now} from before
      where rollout_id = ${rolloutId} and rollout_screens.screen_id = before.screen_id and before.state <> ${to} returning before.state as was),
    counts as (select count(*)::integer as n, (count(*) filter (where was = 'told'))::integer as fresh, (count(*) filter (where was = 'silent'))::integer as back from moved)
    update rollouts set ${sql.ref(COUNTER_COLUMN_BY_OUTCOME[to])} = ${sql.ref(COUNTER_COLUMN_BY_OUTCOME[to])} + counts.n
      ${to === 'silent' ? sql`` : sql`, silent = silent - counts.back`},
      stage_settled = stage_settled + counts.fresh, stage_failed = greatest(0, stage_failed + counts.fresh * ${failed}::integer - counts.back * ${1 - failed}::integer)
    from counts where rollouts.id = ${rolloutId}`.execute(tx);
}

const COUNTER_COLUMN_BY_OUTCOME = {
  running: 'running',
  fallenBack: 'fallen_back',
  silent: 'silent',
  refused: 'refused',
} as const satisfies Record<RolloutOutcome, string>;

export const countPending = async (db: Db, rolloutId: string): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*)::integer as n from rollout_screens where rollout_id = ${rolloutId} and state = 'told'`.execute(
      db,
    )
  ).rows[0]?.n ?? 0;

export interface CandidateRow {
  screen_id: string;
  device_id: string;
  is_online: boolean;
  is_told: boolean;
  /** Whether it tried this version, in another rollout or by its own update, and returned to the previous one. */
  has_failed: boolean;
  shell: ShellReport | null;
  environment: string;
}

/** Lists devices of the platform in id order, online or not, after the last scanned device. */
export const listCandidates = async (
  db: Db,
  { id, platform, looked_until, shell }: Pick<RolloutRow, 'id' | 'platform' | 'looked_until' | 'shell'>,
  limit: number,
): Promise<CandidateRow[]> => {
  const after = looked_until === null ? sql`true` : sql`listed_id > ${looked_until}::uuid`;
  const range = (isOnline: boolean) => sql`(select id, listed_id from screens where listed_id is not null and listed_platform = ${platform}
    and (live_process_id is not null) = ${sql.lit(isOnline)} and ${after} order by listed_id limit ${limit})`;
  const { rows } = await sql<CandidateRow>`
    select screens.id as screen_id, screens.listed_id as device_id, screens.live_process_id is not null as is_online, screens.environment,
      nullif(screens.report->'shell', 'null') as shell, told.screen_id is not null as is_told,
      told.screen_id is null and (coalesce(screens.report->'shell'->'bad' ? ${shell}, false) or exists (
        select from rollout_screens earlier join rollouts on rollouts.id = earlier.rollout_id join versions on versions.id = rollouts.version_id
        where earlier.screen_id = screens.id and earlier.state = 'fallenBack' and versions.shell = ${shell})) as has_failed
    from (select id, listed_id from (${range(true)} union all ${range(false)}) as both_ranges order by listed_id limit ${limit}) as found
    join screens on screens.id = found.id left join rollout_screens told on told.rollout_id = ${id} and told.screen_id = found.id
    order by found.listed_id`.execute(db);
  return rows;
};

export async function insertRolloutScreens(
  tx: Tx,
  rolloutId: string,
  screens: readonly { screenId: string; commandId: string; state: 'told' | 'running' }[],
  now: Date,
): Promise<void> {
  if (screens.length === 0) return;
  await tx
    .insertInto('rollout_screens')
    .values(
      screens.map(({ screenId, commandId, state }) => ({
        rollout_id: rolloutId,
        screen_id: screenId,
        command_id: commandId,
        state,
        told_at: now,
        settled_at: state === 'running' ? now : null,
      })),
    )
    .execute();
  const running = screens.filter(({ state }) => state === 'running').length;
  await sql`update rollouts set told = told + ${screens.length}::integer, running = running + ${running}::integer where id = ${rolloutId}`.execute(
    tx,
  );
}

/** Lists administrators who can manage the rollout. The first account is the one that started it. */
export const listFleetAdministrators = async (db: Db, platform: string, startedBy: string | null, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from users where role = 'admin' and disabled_at is null and platform in ('PP', ${platform})
    order by id = ${startedBy}::uuid desc nulls last, id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
};
