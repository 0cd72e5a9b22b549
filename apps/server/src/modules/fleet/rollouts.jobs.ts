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

/** Rollout whose version has files, which is required to send it. */
type RolloutWithFiles = RolloutRow & { shell: string };

const hasFiles = (row: RolloutRow | undefined): row is RolloutWithFiles => typeof row?.shell === 'string';
const isRunning = ({ shell }: CandidateRow, wanted: string): boolean => shell?.good === wanted;

/**
 * Performs a step of each staged update every few seconds: reports of screens are evaluated, the update stops when too many screens fail, and otherwise
 * further screens receive the command. Devices are scanned repeatedly in id order, one batch per step. A device that was offline or was added
 * later is found in the next pass, and a step does not cost more with more screens.
 */
export function createRolloutTask(deps: RolloutTaskDeps) {
  const { db, clock, devices } = deps;

  const sendUpdates = async (tx: Tx, row: RolloutWithFiles, chosen: CandidateRow[]): Promise<void> => {
    const [alreadyRunning, others] = [
      chosen.filter((candidate) => isRunning(candidate, row.shell)),
      chosen.filter((candidate) => !isRunning(candidate, row.shell)),
    ];
    const commandIds = await devices.sendToAll(
      tx,
      others.map(({ device_id: id, screen_id: screenId }) => ({ id, screenId })),
      { action: 'reload', load: { versionId: row.version_id, shell: row.shell }, sentBy: row.started_by },
    );
    const sentUpdates = others.map(({ screen_id: screenId }, place) => ({
      screenId,
      commandId: commandIds[place] ?? '',
      state: 'told' as const,
    }));
    const running = alreadyRunning.map(({ screen_id: screenId }) => ({ screenId, commandId: newId(), state: 'running' as const }));
    await insertRolloutScreens(tx, row.id, [...sentUpdates, ...running], clock.now());
  };

  /** Sends the command to the next devices, up to the remaining capacity. */
  const sendToNextScreens = async (tx: Tx, row: RolloutWithFiles): Promise<void> => {
    const capacity = MAX_IN_PROGRESS - (await countPending(tx, row.id));
    if (capacity <= 0) return;
    const candidates = await listCandidates(tx, row, CANDIDATES_PER_STEP);
    const { chosen, found, lastScannedId, scannedCount } = chooseNextScreens(row, candidates, capacity);
    await sendUpdates(tx, row, chosen);
    const isScanComplete = scannedCount === candidates.length && candidates.length < CANDIDATES_PER_STEP;
    await updateRolloutProgress(
      tx,
      row.id,
      isScanComplete ? { reachable: found, found_in_pass: 0, looked_until: null } : { found_in_pass: found, looked_until: lastScannedId },
    );
  };

  const runStep = (id: string): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const row = await tryLockRollout(tx, id);
      if (!hasFiles(row)) return;
      await recordResults(deps, tx, row);
      const updated = await findRollout(tx, id);
      if (!hasFiles(updated) || (await stopIfTooManyFailures(deps, tx, updated)) || updated.state !== 'running') return;
      await sendToNextScreens(tx, updated);
    });

  return async (): Promise<void> => {
    for (const id of await listRunningRolloutIds(db)) await runStep(id);
  };
}

/** Evaluates the reports of screens that received the command. */
async function recordResults({ clock, devices }: RolloutTaskDeps, tx: Tx, row: RolloutWithFiles): Promise<void> {
  const now = clock.now();
  const groups = new Map<RolloutOutcome, string[]>();
  for (const result of await listReportedResults(tx, row.id, RESULTS_PER_STEP)) {
    const sentUpdates = {
      sentAt: result.told_at,
      shell: result.shell,
      command: result.command,
    };
    const outcome = getRolloutOutcome(sentUpdates, row.shell, now);
    if (outcome && outcome !== result.state) groups.set(outcome, [...(groups.get(outcome) ?? []), result.screen_id]);
  }
  // Lock the screens before their outcomes, as the deletion of a screen does.
  const running = groups.get('running') ?? [];
  if (running.length > 0) await devices.setVersionCode(tx, running, row.version_code);
  for (const [outcome, ids] of groups) await recordScreenOutcomes(tx, row.id, ids, outcome, now);
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

/** Chooses screens of the share up to the capacity, and returns the position at which the scan stopped. */
function chooseNextScreens(row: RolloutWithFiles, candidates: readonly CandidateRow[], capacity: number) {
  const chosen: CandidateRow[] = [];
  let [found, lastScannedId, scannedCount] = [row.found_in_pass, row.looked_until, 0];
  for (const candidate of candidates) {
    if (chosen.length === capacity) break;
    scannedCount += 1;
    lastScannedId = candidate.device_id;
    // It would try the version again, fail again, and count as a new failure.
    if (candidate.has_failed || candidate.environment !== row.environment || !isInRolloutShare(row.id, candidate.screen_id, row.percent))
      continue;
    found += 1;
    if (!candidate.is_told && (candidate.is_online || isRunning(candidate, row.shell))) chosen.push(candidate);
  }
  return { chosen, found, lastScannedId, scannedCount };
}
