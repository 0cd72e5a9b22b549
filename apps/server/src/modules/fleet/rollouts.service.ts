import {
  type Environment,
  environment,
  platformTag,
  type Rollout,
  type RolloutChange,
  type RolloutPercent,
  rollout,
} from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import { type Database, isDatabaseError, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { getVisiblePlatform, insertAuditEntry, type Person } from '../access/index.ts';
import { canTransition } from './rollouts.rules.ts';
import { findRollout, insertRollout, listRollouts, lockRollout, type RolloutRow, updateRollout } from './rollouts.store.ts';
import { lockVisibleVersion } from './version-management.service.ts';

const ROLLOUT_RUNNING_MESSAGE = 'Another update is in progress for these screens. End that update first.';
const ROLLOUT_ENDED_MESSAGE = 'This update has ended.';
const NO_FILES_MESSAGE = 'This version has no files. Upload files first.';
const SHARE_TOO_SMALL_MESSAGE = 'You can increase the share but not reduce it. Screens that have the version keep it.';

const presentRollout = (row: RolloutRow): Rollout => ({
  _id: row.id,
  versionId: row.version_id,
  versionName: row.version,
  versionCode: row.version_code,
  platform: platformTag.parse(row.platform),
  environment: environment.parse(row.environment),
  percent: rollout.shape.percent.parse(row.percent),
  state: rollout.shape.state.parse(row.state),
  reason: row.reason,
  startedBy: row.starter_name,
  reachable: row.reachable,
  told: row.told,
  running: row.running,
  fallenBack: row.fallen_back,
  silent: row.silent,
  refused: row.refused,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

interface NewRollout {
  versionId: string;
  environment: Environment;
  percent: RolloutPercent;
}

/** Actions of administrators on staged updates; the automatic steps are in `rollouts.jobs.ts`. */
export function createRolloutsService({ db, clock }: { db: Database; clock: Clock }) {
  const read = async (tx: Tx, id: string): Promise<Rollout> => {
    const row = await findRollout(tx, id);
    if (!row) throw new AppError('NOT_FOUND');
    return presentRollout(row);
  };

  const audit = (tx: Tx, actor: Person, action: string, id: string) =>
    insertAuditEntry(tx, { actorId: actor.userId, userId: null, action, objects: { table: 'rollouts', ids: [id] } });

  return {
    list: async (actor: Person, page: { page: number; dataPerPage: number }): Promise<Rollout[]> =>
      (await listRollouts(db, getVisiblePlatform(actor), page)).map(presentRollout),

    start: (actor: Person, { versionId, environment: targetEnvironment, percent }: NewRollout): Promise<Rollout> =>
      db
        .transaction()
        .execute(async (tx) => {
          const version = await lockVisibleVersion(tx, actor, versionId);
          if (version.shell === null) throw new AppError('VERSION_REFUSED', NO_FILES_MESSAGE);
          const [id, now] = [newId(), clock.now()];
          await audit(tx, actor, 'rollout.start', id);
          await insertRollout(tx, {
            id,
            version_id: versionId,
            platform: version.platform,
            environment: targetEnvironment,
            percent,
            started_by: actor.userId,
            created_at: now,
            updated_at: now,
          });
          return read(tx, id);
        })
        .catch((error: unknown) => {
          if (isDatabaseError(error, '23505')) throw new AppError('VERSION_REFUSED', ROLLOUT_RUNNING_MESSAGE, { cause: error });
          throw error;
        }),

    change: (actor: Person, id: string, { percent, state, updatedAt }: RolloutChange): Promise<Rollout> =>
      db.transaction().execute(async (tx) => {
        const row = await lockRollout(tx, id);
        const seen = getVisiblePlatform(actor);
        if (!row || (seen && row.platform !== seen)) throw new AppError('NOT_FOUND');
        if (Date.parse(updatedAt) !== row.updated_at.getTime()) throw new AppError('VERSION_CHANGED');
        if (row.state === 'ended') throw new AppError('VERSION_REFUSED', ROLLOUT_ENDED_MESSAGE);
        if (percent !== undefined && percent < row.percent) throw new AppError('VERSION_REFUSED', SHARE_TOO_SMALL_MESSAGE);
        const nextState = state ?? presentRollout(row).state;
        if (!canTransition(presentRollout(row).state, nextState)) throw new AppError('VERSION_REFUSED', ROLLOUT_ENDED_MESSAGE);
        await audit(tx, actor, 'rollout.change', id);
        const isNewStage = (percent ?? row.percent) !== row.percent || (row.state === 'stopped' && nextState === 'running');
        await updateRollout(tx, id, {
          percent: percent ?? row.percent,
          state: nextState,
          reason: nextState === 'stopped' ? row.reason : null,
          // Each stage is evaluated separately and starts at the first screen.
          ...(isNewStage && { stage_settled: 0, stage_failed: 0, looked_until: null, found_in_pass: 0 }),
        });
        return read(tx, id);
      }),
  };
}

export type RolloutsService = ReturnType<typeof createRolloutsService>;
