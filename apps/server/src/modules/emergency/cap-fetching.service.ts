import { EMERGENCY_LIMITS } from '@vitrine/contract';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { takeAttempts } from '../../platform/limits/attempt-limits.ts';
import { createClaimedWork } from '../../platform/queue/claimed-work.ts';
import type { TextEncryption } from '../../platform/security/text-encryption.ts';
import type { CapAlert } from '../../platform/sources/cap-document.ts';
import type { CapContent } from '../../platform/sources/cap-source.ts';
import { type FetchResult, fetchSafely, type SafeFetchSettings } from '../../platform/sources/safe-fetch.ts';
import type { SourceParser } from '../../platform/sources/source-parser.ts';
import { describeProblem, getAlertDigest, getEntryDigest, getEntryLimit, type Problem, SERVER_PROBLEM } from './cap-feeds.rules.ts';
import { claimDueFeeds, type FeedRow, listKnownEntries, releaseClaim } from './cap-feeds.store.ts';

/** Feeds of one process that are fetched at the same time. Most of the time they wait for the network. */
const CONCURRENCY = 8;
/** Alerts of one feed that are requested at the same time. */
const ENTRY_CONCURRENCY = 4;
const DEADLINE_MS = 15_000;
/** Time for all requests of a feed. The remaining entries are read by the next fetch, which follows at once. */
const FEED_DEADLINE_MS = 60_000;
const FEED_BYTES = 2_000_000;
const ACCEPT = 'application/cap+xml, application/atom+xml;q=0.9, application/rss+xml;q=0.9, application/xml;q=0.8, */*;q=0.5';
/** Time until a feed is fetched again that the busy parser refused. */
const BUSY_PAUSE_MS = 10_000;

/** An entry of a feed, with its alert or the problem for which it could not be read. */
export interface ReadEntry {
  digest: string;
  alert: CapAlert | null;
  problem: Problem | null;
}

export type FeedOutcome =
  | { status: 'unchanged' }
  | { status: 'failed'; failure: string }
  | {
      status: 'read';
      /** Entries that were not known, and the digests of all entries. A feed that is one alert has one entry. */
      entries: ReadEntry[];
      digests: string[];
      /** False when entries remain for the next fetch. */
      isComplete: boolean;
      /** Whether entries remain because of the hourly limit of the account. */
      isLimited: boolean;
      etag: string | null;
      lastModified: string | null;
    };

export interface CapFetcherDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  parser: SourceParser;
  encryption: TextEncryption;
  guard: SafeFetchSettings;
  userAgent: string;
  /** Applies the alerts and stores the outcome. */
  record: (feed: FeedRow, outcome: FeedOutcome) => Promise<void>;
}

/** Thrown when too many documents wait for the parser. */
class ParserBusyError extends Error {}

type Fetched = Extract<FetchResult, { status: 'fetched' }>;

/** Fetches due CAP feeds in the background, and the alerts of entries that were not read yet. */
export function createCapFetcher({ db, clock, log, parser, encryption, guard, userAgent, record }: CapFetcherDeps) {
  const request = (address: string, maxBytes: number, known?: { etag: string | null; lastModified: string | null }) =>
    fetchSafely(address, { ...known, accept: ACCEPT, maxBytes, userAgent, deadlineMs: DEADLINE_MS }, guard);

  const parse = async (feed: FeedRow, { body, contentType }: Fetched, address?: string): Promise<CapContent> => {
    const args = { body, contentType, trustedKeys: feed.trusted_keys, now: clock.now().getTime(), ...(address && { address }) };
    try {
      return await parser.readCap(args, { account: feed.user_id });
    } catch (error) {
      if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') throw new ParserBusyError();
      throw error;
    }
  };

  const toProblem = (feed: FeedRow, error: unknown): Problem => {
    if (error instanceof ParserBusyError) throw error;
    const problem = describeProblem(error);
    if (!problem) log.error({ err: error, feedId: feed.id }, 'a CAP feed could not be processed');
    return problem ?? { message: SERVER_PROBLEM, isFinal: false };
  };

  const readEntry = async (feed: FeedRow, address: string): Promise<CapAlert> => {
    const response = await request(address, EMERGENCY_LIMITS.capBytes);
    const content = response.status === 'fetched' ? await parse(feed, response) : null;
    if (content?.kind !== 'alert') throw new AppError('CAP_INVALID');
    return content.alert;
  };

  const readEntries = async (feed: FeedRow, entries: { address: string; digest: string }[]): Promise<ReadEntry[]> => {
    const waiting = [...entries];
    const read: ReadEntry[] = [];
    const endsAt = performance.now() + FEED_DEADLINE_MS;
    const work = async () => {
      for (let entry = waiting.shift(); entry && performance.now() < endsAt; entry = waiting.shift()) {
        const { digest } = entry;
        const result = await readEntry(feed, entry.address).then(
          (alert) => ({ alert, problem: null }),
          (error: unknown) => ({ alert: null, problem: toProblem(feed, error) }),
        );
        read.push({ digest, ...result });
      }
    };
    await Promise.all(Array.from({ length: ENTRY_CONCURRENCY }, work));
    return read;
  };

  const getOutcome = async (feed: FeedRow): Promise<FeedOutcome> => {
    const address = encryption.decrypt(feed.encrypted_address);
    const response = await request(address, FEED_BYTES, { etag: feed.etag, lastModified: feed.last_modified });
    if (response.status === 'unchanged') return { status: 'unchanged' };
    const { etag, lastModified } = response;
    const content = await parse(feed, response, address);
    const known = await listKnownEntries(db, feed.id);
    if (content.kind === 'alert') {
      const digest = getAlertDigest(content.alert);
      const entries = known.has(digest) ? [] : [{ digest, alert: content.alert, problem: null }];
      return { status: 'read', entries, digests: [digest], isComplete: true, isLimited: false, etag, lastModified };
    }
    const listed = content.entries.map((entry) => ({ address: entry.address, digest: getEntryDigest(entry) }));
    const fresh = [...new Map(listed.filter(({ digest }) => !known.has(digest)).map((entry) => [entry.digest, entry])).values()];
    const allowed = fresh.length === 0 ? 0 : await takeAttempts(autocommit(db), clock, getEntryLimit(feed.user_id), fresh.length);
    // After problems, read the entries in random order, so that those which never answer do not keep the others from being read.
    const entries = await readEntries(feed, (feed.problem === null ? fresh : shuffle(fresh)).slice(0, allowed));
    const isUnreachable = entries.length > 0 && entries.every(({ problem }) => problem?.isFinal === false);
    if (isUnreachable) return { status: 'failed', failure: `The alerts of this feed can’t be read. ${entries[0]?.problem?.message ?? ''}` };
    return {
      status: 'read',
      entries,
      digests: listed.map(({ digest }) => digest),
      isComplete: entries.length === fresh.length,
      isLimited: allowed < fresh.length,
      etag,
      lastModified,
    };
  };

  const fetchOne = async (feed: FeedRow): Promise<void> => {
    try {
      const outcome = await getOutcome(feed).catch((error): FeedOutcome => ({ status: 'failed', failure: toProblem(feed, error).message }));
      await record(feed, outcome);
    } catch (error) {
      if (!(error instanceof ParserBusyError)) throw error;
      const later = new Date(clock.now().getTime() + BUSY_PAUSE_MS);
      await db.transaction().execute((tx) => releaseClaim(tx, feed.id, later));
    }
  };

  return createClaimedWork({
    concurrency: CONCURRENCY,
    claim: (limit) => claimDueFeeds(autocommit(db), clock.now(), limit),
    work: fetchOne,
    // A feed whose result can't be stored is fetched again when its claim ends.
    onError: (error, feed) => log.warn({ err: error, feedId: feed?.id }, 'due CAP feeds could not be read, or their alerts not be stored'),
  });
}

const shuffle = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, order: Math.random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item);
