import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { DevicesApi } from '../devices/index.ts';
import { describeStopReason, exceedsFailureThreshold, getRolloutOutcome, isInRolloutShare, type RolloutOutcome } from './rollouts.rules.ts';
import {
  type CandidateRow,
  countPending,
  findRollout,
  insertRolloutScreens,
  listCandidates,
  listFleetAdministrators,
  listReportedResults,
  listRunningRolloutIds,
  type RolloutRow,
  recordScreenOutcomes,
  tryLockRollout,
  updateRollout,
  updateRolloutProgress,
} from './rollouts.store.ts';

export interface RolloutTaskDeps {
  db: Database;
  clock: Clock;
  devices: DevicesApi;
  notify: (tx: Tx, entry: { user_id: string; body: string; created_by: string | null }) => Promise<void>;
}

/** Maximum number of screens that load a version at the same time, and that are at risk before the first results. */
const MAX_IN_PROGRESS = 200;
const CANDIDATES_PER_STEP = 5000;
const RESULTS_PER_STEP = 2000;
const MAX_NOTIFIED_ADMINISTRATORS = 50;

/** Files of its version, which a staged update cannot be without. */
type WithFiles = RolloutRow & { shell: string };

const hasFiles = (row: RolloutRow | undefined): row is WithFiles => typeof row?.shell === 'string';
const isRunning = ({ shell }: CandidateRow, wanted: string): boolean => shell?.good === wanted;

/**
 * Performs a step of each staged update every few seconds: reports of screens are evaluated, the update stops when too many screens fail, and otherwise
 * further screens receive the command. Devices are scanned repeatedly in the order of their ids, a part at a time. A device that was offline or was added
 * later is found in the next pass, and a step does not cost more with more screens.
 */
export function createRolloutTask(deps: RolloutTaskDeps) {
  const { db, clock, devices } = deps;

  const sendUpdates = async (tx: Tx, row: WithFiles, chosen: CandidateRow[]): Promise<void> => {
    const [there, others] = [chosen.filter((one) => isRunning(one, row.shell)), chosen.filter((one) => !isRunning(one, row.shell))];
    const commandIds = await devices.sendToAll(
      tx,
      others.map(({ device_id: id, screen_id: screenId }) => ({ id, screenId })),
      { action: 'reload', load: { versionId: row.version_id, shell: row.shell }, sentBy: row.started_by },
    );
    const told = others.map(({ screen_id: screenId }, place) => ({ screenId, commandId: commandIds[place] ?? '', state: 'told' as const }));
    const running = there.map(({ screen_id: screenId }) => ({ screenId, commandId: newId(), state: 'running' as const }));
    await insertRolloutScreens(tx, row.id, [...told, ...running], clock.now());
  };

  /** As many of the next devices as may load it now. */
  const sendToNextScreens = async (tx: Tx, row: WithFiles): Promise<void> => {
    const room = MAX_IN_PROGRESS - (await countPending(tx, row.id));
    if (room <= 0) return;
    const candidates = await listCandidates(tx, row, CANDIDATES_PER_STEP);
    const { chosen, found, lookedUntil, looked } = chooseNextScreens(row, candidates, room);
    await sendUpdates(tx, row, chosen);
    const isPassOver = looked === candidates.length && candidates.length < CANDIDATES_PER_STEP;
    await updateRolloutProgress(
      tx,
      row.id,
      isPassOver ? { reachable: found, found_in_pass: 0, looked_until: null } : { found_in_pass: found, looked_until: lookedUntil },
    );
  };

  const runStep = (id: string): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const row = await tryLockRollout(tx, id);
      if (!hasFiles(row)) return;
      await recordResults(deps, tx, row);
      const settled = await findRollout(tx, id);
      if (!hasFiles(settled) || (await stopIfTooManyFailures(deps, tx, settled)) || settled.state !== 'running') return;
      await sendToNextScreens(tx, settled);
    });

  return async (): Promise<void> => {
    for (const id of await listRunningRolloutIds(db)) await runStep(id);
  };
}

/** Evaluates the reports of screens that received the command. */
async function recordResults({ clock, devices }: RolloutTaskDeps, tx: Tx, row: WithFiles): Promise<void> {
  const now = clock.now();
  const groups = new Map<RolloutOutcome, string[]>();
  for (const answer of await listReportedResults(tx, row.id, RESULTS_PER_STEP)) {
    const told = {
      sentAt: answer.told_at,
      shell: answer.shell,
      command: answer.command,
    };
    const outcome = getRolloutOutcome(told, row.shell, now);
    if (outcome && outcome !== answer.state) groups.set(outcome, [...(groups.get(outcome) ?? []), answer.screen_id]);
  }
  for (const [outcome, ids] of groups) await recordScreenOutcomes(tx, row.id, ids, outcome, now);
  const running = groups.get('running') ?? [];
  if (running.length > 0) await devices.setVersionCode(tx, running, row.version_code);
}

/** Returns true when the failure rate exceeds the rollout's threshold and administrators must be notified. */
async function stopIfTooManyFailures({ notify }: RolloutTaskDeps, tx: Tx, row: RolloutRow): Promise<boolean> {
  const stage = { settled: row.stage_settled, failed: row.stage_failed };
  if (row.state !== 'running' || !exceedsFailureThreshold(stage)) return false;
  const reason = describeStopReason(stage, { fallenBack: row.fallen_back, silent: row.silent, refused: row.refused });
  await updateRollout(tx, row.id, { state: 'stopped', reason });
  const body = `The screen update to “${row.version}” (${row.platform}, ${row.environment}) was stopped. ${reason}`.slice(0, 500);
  for (const userId of await listFleetAdministrators(tx, row.platform, row.started_by, MAX_NOTIFIED_ADMINISTRATORS))
    await notify(tx, { user_id: userId, body, created_by: null });
  return true;
}

/** Chooses screens of the share up to the capacity, and returns how far the scan came. */
function chooseNextScreens(row: WithFiles, candidates: readonly CandidateRow[], room: number) {
  const chosen: CandidateRow[] = [];
  let [found, lookedUntil, looked] = [row.found_in_pass, row.looked_until, 0];
  for (const one of candidates) {
    if (chosen.length === room) break;
    looked += 1;
    lookedUntil = one.device_id;
    if (one.environment !== row.environment || !isInRolloutShare(row.id, one.screen_id, row.percent)) continue;
    found += 1;
    if (!one.is_told && (one.is_online || isRunning(one, row.shell))) chosen.push(one);
  }
  return { chosen, found, lookedUntil, looked };
}
