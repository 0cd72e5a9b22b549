import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Live } from '../../platform/live/live.ts';
import type { DrillStatuses } from './cap.rules.ts';
import type { CapAlertsService } from './cap-alerts.service.ts';
import { getFeedDelay } from './cap-feeds.rules.ts';
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
  cap: Pick<CapAlertsService, 'apply'>;
}

/** Statuses of alerts that raise drills, for feeds with drills. */
const DRILLS: DrillStatuses = ['Exercise', 'Test'];

/** Creates the function that applies the alerts of a feed, and stores the outcome of a fetch. */
export function createCapResults({ db, clock, live, cap }: CapResultsDeps) {
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
      if (digest !== '') await insertEntry(tx, feed.id, digest);
      if (!alert) return;
      await cap.apply(tx, {
        raiser: { kind: 'feed', name: row.name },
        owner: { user_id: row.user_id, org_id: row.org_id },
        alert,
        isSigned: row.trusted_keys !== null,
        drills: row.has_drills ? DRILLS : [],
      });
    });

  const getResult = (row: FeedRow, outcome: FeedOutcome): FetchResult => {
    const now = clock.now();
    const failures = outcome.status === 'failed' ? row.failures + 1 : 0;
    const delay = getFeedDelay(row.interval_minutes, failures, Math.random());
    const next = { checked_at: now, failures, next_fetch_at: new Date(now.getTime() + delay) };
    if (outcome.status === 'failed') return { ...next, failing_since: row.failing_since ?? now, failure: outcome.failure };
    const working = { ...next, failing_since: null, failure: null };
    if (outcome.status === 'unchanged') return working;
    const { entries, isComplete, etag, lastModified } = outcome;
    const problem = entries.find((entry) => entry.problem)?.problem;
    // The next fetch follows at once only after progress. Otherwise, a site that never answers would be requested without a pause.
    const continues = !isComplete && entries.some((entry) => entry.problem?.isFinal !== false);
    // Validators are stored only when all alerts were read. Otherwise, the site would answer “not modified”, and the remaining alerts would never be read.
    const isRead = isComplete && entries.every((entry) => entry.problem?.isFinal !== false);
    return {
      ...working,
      ...(continues && { next_fetch_at: now }),
      etag: isRead ? etag : null,
      last_modified: isRead ? lastModified : null,
      ...(problem && { problem: problem.message, problem_at: now }),
    };
  };

  return async (feed: FeedRow, outcome: FeedOutcome): Promise<void> => {
    if (outcome.status === 'read') {
      // Apply the newest alert first. Alerts that an update or a cancellation refers to are then ignored instead of shown for a moment.
      const newestFirst = outcome.entries.toSorted((one, other) => (other.alert?.sent ?? 0) - (one.alert?.sent ?? 0));
      for (const entry of newestFirst) if (entry.alert || entry.problem?.isFinal) await applyEntry(feed, entry);
    }
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
