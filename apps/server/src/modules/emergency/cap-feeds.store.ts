import { type RawBuilder, sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../platform/database/database.ts';
import { isOwnedBy, type ListOwnerScope } from '../organisations/index.ts';
import type { EmergencyOwner } from './emergency-screens.read-model.ts';

export interface FeedRow extends EmergencyOwner {
  id: string;
  name: string;
  encrypted_address: Buffer;
  interval_minutes: number;
  has_drills: boolean;
  trusted_keys: string | null;
  version: number;
  etag: string | null;
  last_modified: string | null;
  checked_at: Date | null;
  failures: number;
  failing_since: Date | null;
  failure: string | null;
  problem: string | null;
  problem_at: Date | null;
}

const COLUMNS = [
  'id',
  'user_id',
  'org_id',
  'name',
  'encrypted_address',
  'interval_minutes',
  'has_drills',
  'trusted_keys',
  'version',
  'etag',
  'last_modified',
  'checked_at',
  'failures',
  'failing_since',
  'failure',
  'problem',
  'problem_at',
] as const;
const columns = sql.join(COLUMNS.map((column) => sql.ref(column)));

export const listFeeds = (db: Db, whose: ListOwnerScope): Promise<FeedRow[]> =>
  db.selectFrom('emergency_cap_feeds').select(COLUMNS).where(isOwnedBy('emergency_cap_feeds', whose)).orderBy('id').execute();

export const findFeed = (db: Db, id: string): Promise<FeedRow | undefined> =>
  db.selectFrom('emergency_cap_feeds').select(COLUMNS).where('id', '=', id).executeTakeFirst();

export const lockFeed = (tx: Tx, id: string): Promise<FeedRow | undefined> =>
  tx.selectFrom('emergency_cap_feeds').select(COLUMNS).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

/** Counts the feeds of an account, with those of its family. The caller has raised the account's revision, which locks it. */
export async function countFeeds(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from emergency_cap_feeds where user_id = ${userId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

export interface FeedSettings {
  name: string;
  encrypted_address: Buffer;
  interval_minutes: number;
  has_drills: boolean;
  trusted_keys: string | null;
}

export const insertFeed = (tx: Tx, id: string, owner: EmergencyOwner, settings: FeedSettings, now: Date) =>
  tx
    .insertInto('emergency_cap_feeds')
    .values({ id, ...owner, ...settings, next_fetch_at: now })
    .execute();

/** Changes the settings, and makes the feed due. Its known entries stay. */
export async function updateFeed(tx: Tx, id: string, settings: FeedSettings, now: Date): Promise<void> {
  await tx
    .updateTable('emergency_cap_feeds')
    .set({
      ...settings,
      version: sql`version + 1`,
      next_fetch_at: now,
      etag: null,
      last_modified: null,
      checked_at: null,
      failures: 0,
      failing_since: null,
      failure: null,
      problem: null,
      problem_at: null,
    })
    .where('id', '=', id)
    .execute();
}

export const deleteEntries = (tx: Tx, feedId: string) => tx.deleteFrom('emergency_cap_entries').where('feed_id', '=', feedId).execute();

export const deleteFeed = (tx: Tx, id: string) => tx.deleteFrom('emergency_cap_feeds').where('id', '=', id).execute();

/** Transfers the feeds and the keys of a family to its new owner. */
export async function reassignFeeds(tx: Tx, orgId: string, ownerId: string): Promise<void> {
  await tx.updateTable('emergency_cap_feeds').set({ user_id: ownerId }).where('org_id', '=', orgId).execute();
  await tx.updateTable('emergency_cap_posting').set({ user_id: ownerId }).where('org_id', '=', orgId).execute();
}

/** Time after which another process may claim a feed. It is longer than a fetch takes. */
const CLAIM_SECONDS = 120;

export const findDueFeed = (now: Date): RawBuilder<unknown> =>
  sql`select from emergency_cap_feeds where next_fetch_at <= ${now} and (claimed_until is null or claimed_until <= ${now})`;

/** Feeds of one account that are fetched at the same time. Processes that claim at the same moment may each claim this many. */
const MAX_PER_ACCOUNT = 2;

/** Claims up to `limit` due feeds. Accounts take turns, as for data sources, so that slow feeds of one account do not delay those of others. */
export async function claimDueFeeds(tx: Tx, now: Date, limit: number): Promise<FeedRow[]> {
  const isDue = sql`next_fetch_at <= ${now} and (claimed_until is null or claimed_until <= ${now})`;
  const { rows } = await sql<FeedRow>`
    update emergency_cap_feeds set claimed_until = ${now}::timestamptz + make_interval(secs => ${CLAIM_SECONDS})
    where id in (
      select id from emergency_cap_feeds where id in (
        select id from (
          select due.id, due.next_fetch_at, row_number() over (partition by user_id order by next_fetch_at, id) + (
            select count(*) from emergency_cap_feeds busy where busy.user_id = due.user_id and busy.claimed_until > ${now}) as turn
          from emergency_cap_feeds due where ${isDue}) as turns
        where turn <= ${MAX_PER_ACCOUNT} order by turn, next_fetch_at, id limit ${limit})
      and ${isDue}
      for update skip locked)
    returning ${columns}`.execute(tx);
  return rows;
}

export interface FetchResult {
  checked_at: Date;
  next_fetch_at: Date;
  failures: number;
  failing_since: Date | null;
  failure: string | null;
  etag?: string | null;
  last_modified?: string | null;
  problem?: string | null;
  problem_at?: Date | null;
}

/** Records the result of a fetch and ends the claim. */
export const recordFetch = (tx: Tx, id: string, result: FetchResult) =>
  tx
    .updateTable('emergency_cap_feeds')
    .set({ ...result, claimed_until: null })
    .where('id', '=', id)
    .execute();

export const releaseClaim = (tx: Tx, id: string, nextFetchAt?: Date) =>
  tx
    .updateTable('emergency_cap_feeds')
    .set({ claimed_until: null, ...(nextFetchAt && { next_fetch_at: nextFetchAt }) })
    .where('id', '=', id)
    .execute();

/** Returns the digests of a feed's entries whose alerts were applied or refused, in hexadecimal. */
export async function listKnownEntries(db: Db, feedId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('emergency_cap_entries').select('digest').where('feed_id', '=', feedId).execute();
  return new Set(rows.map(({ digest }) => digest.toString('hex')));
}

export const insertEntry = (tx: Tx, feedId: string, digest: string) =>
  tx
    .insertInto('emergency_cap_entries')
    .values({ feed_id: feedId, digest: Buffer.from(digest, 'hex') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Deletes the entries that a feed no longer contains. */
export const deleteOtherEntries = (tx: Tx, feedId: string, digests: readonly string[]) =>
  sql`
    delete from emergency_cap_entries where feed_id = ${feedId} and not (digest = any(
      select decode(given, 'hex') from unnest(${[...digests]}::text[]) as given))`.execute(tx);

/** Returns the accounts that see these feeds. */
export async function listFeedAudience(db: Db, feedIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct people.user_id from emergency_cap_feeds feed cross join lateral (
      select feed.user_id union select user_id from organisation_members where org_id = feed.org_id) as people
    where feed.id = any(${toUuidArray([...feedIds])})`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
