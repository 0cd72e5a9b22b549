import type { SourceKindName } from '@vitrine/contract/sources';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** A source whose data this process fetches. */
export interface ClaimedSource {
  id: string;
  owner_id: string;
  kind: SourceKindName;
  settings: unknown;
  encrypted_address: Buffer | null;
  version: number;
  etag: string | null;
  last_modified: string | null;
  parsed_at: Date | null;
}

/** Time after which another process fetches a claimed source: longer than a fetch takes. */
const CLAIM_SECONDS = 120;
/** Sources of one account that are fetched at the same time. Processes that claim at the same moment may each claim this many. */
const MAX_PER_ACCOUNT = 2;

export const findDueSource = (now: Date): RawBuilder<unknown> =>
  sql`select from sources where next_fetch_at <= ${now} and (claimed_until is null or claimed_until <= ${now})`;

/**
 * Claims up to `limit` due sources. Accounts take turns: the second source of an account comes after the first ones of all others. Sources that another
 * process is claiming are skipped.
 */
export async function claimDueSources(tx: Tx, now: Date, limit: number): Promise<ClaimedSource[]> {
  const { rows } = await sql<ClaimedSource>`
    update sources set claimed_until = ${now}::timestamptz + make_interval(secs => ${CLAIM_SECONDS})
    where id in (
      select id from sources where id in (
        select id from (
          select due.id, due.next_fetch_at, row_number() over (partition by owner_id order by next_fetch_at, id) + (
            select count(*) from sources busy where busy.owner_id = due.owner_id and busy.claimed_until > ${now}) as turn
          from sources due where next_fetch_at <= ${now} and (claimed_until is null or claimed_until <= ${now})) as turns
        where turn <= ${MAX_PER_ACCOUNT} order by turn, next_fetch_at, id limit ${limit})
      and next_fetch_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
      for update skip locked)
    returning id, owner_id, kind, settings, encrypted_address, version, etag, last_modified, parsed_at`.execute(tx);
  return rows;
}

export const lockFetchedSource = (tx: Tx, id: string) =>
  tx
    .selectFrom('sources')
    .select([
      'owner_id',
      'version',
      'interval_minutes',
      'encrypted_address',
      'document_sha256',
      'failures',
      'failing_since',
      'failure',
      'is_waiting',
      sql<boolean>`exists (select from widget_sources link join media on media.file_id = link.file_id where link.source_id = sources.id)`.as(
        'is_used',
      ),
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
export type FetchedSourceRow = NonNullable<Awaited<ReturnType<typeof lockFetchedSource>>>;

export interface FetchResultColumns {
  checked_at: Date;
  next_fetch_at: Date | null;
  failures: number;
  failing_since: Date | null;
  failure: string | null;
  etag?: string | null;
  last_modified?: string | null;
  document?: string;
  document_sha256?: string;
  changed_at?: Date;
  parsed_at?: Date;
}

/** Records the result of a fetch and ends the claim. */
export const recordFetch = (tx: Tx, id: string, result: FetchResultColumns) =>
  tx
    .updateTable('sources')
    .set({ ...result, is_waiting: false, claimed_until: null })
    .where('id', '=', id)
    .execute();

/** Ends a claim without a result. `next_fetch_at` stays unless it is given. */
export const releaseClaim = (tx: Tx, id: string, nextFetchAt?: Date) =>
  tx
    .updateTable('sources')
    .set({ claimed_until: null, ...(nextFetchAt && { next_fetch_at: nextFetchAt }) })
    .where('id', '=', id)
    .execute();
