import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database, type Tx } from '../../platform/database/database.ts';
import { tryIncrementAttempts } from '../../platform/limits/attempt-counts.store.ts';
import { toAttemptRows } from '../../platform/limits/attempt-limits.ts';
import type { Live } from '../../platform/live/live.ts';
import type { DrillStatuses } from './cap.rules.ts';
import type { CapAlertsService } from './cap-alerts.service.ts';
import { describeProblem, ENTRY_LIMIT_PROBLEM, GIVEN_UP_PROBLEM, getFeedDelay, type Problem, SERVER_PROBLEM } from './cap-feeds.rules.ts';
import {
  deleteOtherEntries,
  type FeedRow,
  type FetchResult,
  insertEntry,
  listFeedAudience,
  lockFeed,
  recordFetch,
  releaseClaim,
} from './cap-feeds.store.ts';
import type { FeedOutcome, ReadEntry } from './cap-fetching.service.ts';
import { emergencyTopicNudge } from './emergency.live.ts';

interface CapResultsDeps {
  db: Database;
  clock: Clock;
  live: Live;
  log: Logger;
  cap: Pick<CapAlertsService, 'apply'>;
}

/** Statuses of alerts that raise drills, for feeds with drills. */
const DRILLS: DrillStatuses = ['Exercise', 'Test'];

const DAY_MS = 86_400_000;
/** Failed attempts of a day after which an alert is not applied again. */
const MAX_FAILURES = 10;

/** Creates the function that applies the alerts of a feed, and stores the outcome of a fetch. */
export function createCapResults({ db, clock, live, log, cap }: CapResultsDeps) {
  /** Locks a feed for the result of a fetch; undefined when its owner has deleted or changed it since. */
  const lockFetched = async (tx: Tx, { id, version }: FeedRow): Promise<FeedRow | undefined> => {
    const row = await lockFeed(tx, id);
    if (row && row.version !== version) await releaseClaim(tx, id);
    return row?.version === version ? row : undefined;
  };

  /** Applies one alert, and records its entry as read. */
  const applyEntry = (feed: FeedRow, { alert, digest }: ReadEntry): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const row = await lockFetched(tx, feed);
      if (!row) return;
      await insertEntry(tx, feed.id, digest);
      if (!alert) return;
      await cap.apply(tx, {
        raiser: { kind: 'feed', name: row.name },
        owner: { user_id: row.user_id, org_id: row.org_id },
        alert,
        isSigned: row.trusted_keys !== null,
        drills: row.has_drills ? DRILLS : [],
      });
    });

  /** Counts a failed attempt. Returns false after the last one. */
  const countFailure = (feed: FeedRow, digest: string): Promise<boolean> => {
    const limit = { subject: `cap entry ${feed.id} ${digest}`, limit: MAX_FAILURES - 1, windowMs: DAY_MS };
    return tryIncrementAttempts(autocommit(db), toAttemptRows([limit], clock.now()), clock.now());
  };

  /** Applies one alert. Returns the problem when it can't be applied, so that it delays neither the other alerts nor the state of the feed. */
  const tryApply = async (feed: FeedRow, entry: ReadEntry): Promise<Problem | null> => {
    try {
      await applyEntry(feed, entry);
      return entry.problem;
    } catch (error) {
      const refusal = describeProblem(error);
      // When the database is away, this throws as well, and the feed is fetched again when its claim ends.
      const isFinal = refusal?.isFinal ?? !(await countFailure(feed, entry.digest));
      if (!refusal) log.error({ err: error, feedId: feed.id, isFinal }, 'a CAP alert could not be applied');
      if (isFinal) await applyEntry(feed, { ...entry, alert: null });
      return refusal ?? { message: isFinal ? GIVEN_UP_PROBLEM : SERVER_PROBLEM, isFinal };
    }
  };

  /**
   * Applies alerts, the newest first. Alerts that an update or a cancellation refers to are then ignored instead of shown for a moment. When the update or the
   * cancellation can't be applied yet, they wait for it.
   */
  const applyAll = async (feed: FeedRow, entries: readonly ReadEntry[]): Promise<ReadEntry[]> => {
    const applied: ReadEntry[] = [];
    const waiting = new Set<string>();
    const getProblem = async (entry: ReadEntry): Promise<Problem | null> => {
      if (entry.alert && waiting.has(getAlertKey(entry.alert))) return { message: SERVER_PROBLEM, isFinal: false };
      return entry.alert || entry.problem?.isFinal ? tryApply(feed, entry) : entry.problem;
    };
    for (const entry of entries.toSorted((one, other) => (other.alert?.sent ?? 0) - (one.alert?.sent ?? 0))) {
      const problem = await getProblem(entry);
      if (problem?.isFinal === false) for (const reference of entry.alert?.references ?? []) waiting.add(getAlertKey(reference));
      applied.push({ ...entry, problem });
    }
    return applied;
  };

  const getResult = (row: FeedRow, outcome: FeedOutcome): FetchResult => {
    const now = clock.now();
    const failures = outcome.status === 'failed' ? row.failures + 1 : 0;
    const delay = getFeedDelay(row.interval_minutes, failures, Math.random());
    const next = { checked_at: now, failures, next_fetch_at: new Date(now.getTime() + delay) };
    if (outcome.status === 'failed') return { ...next, failing_since: row.failing_since ?? now, failure: outcome.failure };
    const working = { ...next, failing_since: null, failure: null };
    if (outcome.status === 'unchanged') return working;
    const { entries, isComplete, isLimited, etag, lastModified } = outcome;
    const problem = isLimited ? ENTRY_LIMIT_PROBLEM : entries.find((entry) => entry.problem)?.problem?.message;
    // The next fetch follows at once only after progress. Otherwise, a site that never answers would be requested without a pause.
    const continues = !isComplete && entries.some((entry) => entry.problem?.isFinal !== false);
    // Validators are stored only when all alerts were read. Otherwise, the site would answer “not modified”, and the remaining alerts would never be read.
    const isRead = isComplete && entries.every((entry) => entry.problem?.isFinal !== false);
    return {
      ...working,
      ...(continues && { next_fetch_at: now }),
      etag: isRead ? etag : null,
      last_modified: isRead ? lastModified : null,
      ...(problem && { problem, problem_at: now }),
    };
  };

  return async (feed: FeedRow, fetched: FeedOutcome): Promise<void> => {
    const outcome = fetched.status === 'read' ? { ...fetched, entries: await applyAll(feed, fetched.entries) } : fetched;
    await db.transaction().execute(async (tx) => {
      const row = await lockFetched(tx, feed);
      if (!row) return;
      if (outcome.status === 'read' && outcome.digests.length > 0) await deleteOtherEntries(tx, feed.id, outcome.digests);
      const result = getResult(row, outcome);
      await recordFetch(tx, feed.id, result);
      const isChanged = row.checked_at === null || row.failure !== result.failure || result.problem_at !== undefined;
      if (isChanged) await live.send(tx, [emergencyTopicNudge(await listFeedAudience(tx, [feed.id]))]);
    });
  };
}

const getAlertKey = ({ sender, identifier }: { sender: string; identifier: string }): string => `${sender}\n${identifier}`;
