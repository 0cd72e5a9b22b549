import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { createClaimedWork } from '../../platform/queue/claimed-work.ts';
import type { TextEncryption } from '../../platform/security/text-encryption.ts';
import { type FetchResult, fetchSafely, type SafeFetchSettings } from '../../platform/sources/safe-fetch.ts';
import { SOURCE_KINDS } from '../../platform/sources/source-kinds.ts';
import type { ParsedSource, SourceParser } from '../../platform/sources/source-parser.ts';
import { describeFailure, SERVER_FAILURE } from './fetch-result.rules.ts';
import { type ClaimedSource, claimDueSources, releaseClaim } from './fetches.store.ts';
import { isCompleteReadDue } from './schedule.rules.ts';

/** Fetches of one process at the same time. Most of the time they wait for the network. */
const CONCURRENCY = 8;
const DEADLINE_MS = 15_000;
/** Wait when the parser has too much to do. */
const BUSY_PAUSE_MS = 60_000;

export type FetchOutcome =
  | { status: 'unchanged' }
  | { status: 'parsed'; parsed: ParsedSource; etag: string | null; lastModified: string | null }
  | { status: 'failed'; failure: string };

export interface SourceFetcherDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  parser: SourceParser;
  encryption: TextEncryption;
  guard: SafeFetchSettings;
  userAgent: string;
  /** Stores the outcome in a transaction. */
  record: (source: ClaimedSource, outcome: FetchOutcome) => Promise<void>;
}

/** Thrown when too many documents wait for the parser. */
class ParserBusyError extends Error {}

/** Fetches due sources in the background, a few at a time and accounts in turn. */
export function createSourceFetcher({ db, clock, log, parser, encryption, guard, userAgent, record }: SourceFetcherDeps) {
  const request = async (source: ClaimedSource): Promise<FetchResult | null> => {
    const address = source.encrypted_address && encryption.decrypt(source.encrypted_address);
    const wanted = SOURCE_KINDS[source.kind].fetch(source.settings, address);
    if (!wanted) return null;
    const isComplete = isCompleteReadDue(source.kind, source.parsed_at, clock.now());
    return fetchSafely(
      wanted.address,
      {
        etag: isComplete ? null : source.etag,
        lastModified: isComplete ? null : source.last_modified,
        accept: wanted.accept,
        maxBytes: wanted.maxBytes,
        userAgent,
        deadlineMs: DEADLINE_MS,
      },
      guard,
    );
  };

  const getOutcome = async (source: ClaimedSource): Promise<FetchOutcome> => {
    const { kind, settings, owner_id: account } = source;
    const response = await request(source);
    if (response?.status === 'unchanged') return { status: 'unchanged' };
    const { body = Buffer.alloc(0), contentType = '', etag = null, lastModified = null } = response ?? {};
    const now = clock.now().getTime();
    return { status: 'parsed', parsed: await parser.parse({ kind, settings, body, contentType, now }, { account }), etag, lastModified };
  };

  /** Errors of this server are logged without the address, which stands in none of them. */
  const toFailure = (source: ClaimedSource, error: unknown): FetchOutcome => {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') throw new ParserBusyError();
    const failure = describeFailure(error, source.kind);
    if (failure === undefined) log.error({ err: error, sourceId: source.id }, 'a data source could not be processed');
    return { status: 'failed', failure: failure ?? SERVER_FAILURE };
  };

  const fetchOne = async (source: ClaimedSource): Promise<void> => {
    try {
      await record(source, await getOutcome(source).catch((error) => toFailure(source, error)));
    } catch (error) {
      if (!(error instanceof ParserBusyError)) throw error;
      const later = new Date(clock.now().getTime() + BUSY_PAUSE_MS);
      await db.transaction().execute((tx) => releaseClaim(tx, source.id, later));
    }
  };

  return createClaimedWork({
    concurrency: CONCURRENCY,
    claim: (limit) => claimDueSources(autocommit(db), clock.now(), limit),
    work: fetchOne,
    // A source whose result can't be stored is fetched again when its claim ends.
    onError: (error, source) => log.warn({ err: error, sourceId: source?.id }, 'due data sources could not be read, or not be stored'),
  });
}
