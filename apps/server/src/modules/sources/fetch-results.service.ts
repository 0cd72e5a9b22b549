import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../define-module.ts';
import {
  type ClaimedSource,
  type FetchedSourceRow,
  type FetchResultColumns,
  lockFetchedSource,
  recordFetch,
  releaseClaim,
} from './fetches.store.ts';
import { enqueueRedrawStills } from './redraw-stills.jobs.ts';
import { getFetchDelay } from './schedule.rules.ts';
import type { FetchOutcome } from './source-fetching.service.ts';
import { sourcesChanged } from './sources.events.ts';
import { createSourceNudge } from './sources.live.ts';

/** Creates the function that stores the outcome of a fetch, and notifies screens and the owner’s pages only when something changed. */
export function createFetchRecorder({ db, clock, live, queue, emit }: Pick<Platform, 'db' | 'clock' | 'live' | 'queue' | 'emit'>) {
  const nudge = createSourceNudge(live);

  const apply = async (tx: Tx, source: ClaimedSource, outcome: FetchOutcome): Promise<void> => {
    const row = await lockFetchedSource(tx, source.id);
    if (!row) return;
    // The owner changed the address or the settings during the fetch. The source is due again.
    if (row.version !== source.version) return void (await releaseClaim(tx, source.id));
    const now = clock.now();
    const result = getColumns(row, source, outcome, now);
    await recordFetch(tx, source.id, result);
    const isNew = result.document_sha256 !== undefined;
    const hasStateChanged = (row.failing_since === null) !== (result.failing_since === null);
    if (isNew || hasStateChanged)
      await emit(tx, sourcesChanged, { sourceIds: [source.id], documents: result.document_sha256 ? [result.document_sha256] : [] });
    if (isNew) await enqueueRedrawStills(tx, queue, { sourceId: source.id, isFirst: row.document_sha256 === null });
    if (isNew || hasStateChanged || row.is_waiting || row.failure !== result.failure) await nudge(tx, row.owner_id);
  };

  return (source: ClaimedSource, outcome: FetchOutcome): Promise<void> => db.transaction().execute((tx) => apply(tx, source, outcome));
}

function getColumns(row: FetchedSourceRow, source: ClaimedSource, outcome: FetchOutcome, now: Date): FetchResultColumns {
  const failures = outcome.status === 'failed' ? row.failures + 1 : 0;
  const isRepeated = source.kind === 'weather' || row.encrypted_address !== null;
  const delay = getFetchDelay({ intervalMinutes: row.interval_minutes, failures, isUsed: row.is_used }, Math.random());
  const next = { checked_at: now, failures, next_fetch_at: isRepeated ? new Date(now.getTime() + delay) : null };
  if (outcome.status === 'failed') return { ...next, failing_since: row.failing_since ?? now, failure: outcome.failure };
  const working = { ...next, failing_since: null, failure: null };
  if (outcome.status === 'unchanged') return working;
  const { parsed, etag, lastModified } = outcome;
  return {
    ...working,
    etag,
    last_modified: lastModified,
    parsed_at: now,
    ...(parsed.sha256 !== row.document_sha256 && { document: parsed.json, document_sha256: parsed.sha256, changed_at: now }),
  };
}
