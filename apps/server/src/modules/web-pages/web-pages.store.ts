import type { FramingState } from '@vitrine/contract/web-pages';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

/** A page that this process requests. */
export interface ClaimedPage {
  file_id: string;
  address: string;
}

/** Time after which another process checks a claimed page: longer than a check takes. */
const CLAIM_SECONDS = 60;
/** Pages of one account that are requested at the same time, by all processes together. */
const MAX_PER_ACCOUNT = 2;

/**
 * Returns true when no other transaction makes claims, so that the limit of an account also holds between processes. Waiting for the others would keep
 * connections to the database from other requests; the next run of the background task claims the page instead.
 */
async function tryLockClaims(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('web_pages.claims', 0)) as locked`.execute(tx);
  return rows[0]?.locked === true;
}

export const findDuePage = (now: Date): RawBuilder<unknown> => sql`select from web_pages where next_check_at <= ${now}`;

/** Minutes in which a page that is being saved gets its media. */
const SAVING_MINUTES = 5;

/** Defers checks of due pages that no album shows, such as those in the bin. */
const deferUnusedPages = (tx: Tx, now: Date) =>
  sql`
    update web_pages page set next_check_at = ${now}::timestamptz + interval '1 hour' from files
    where page.next_check_at <= ${now} and files.id = page.file_id and files.created_at < now() - make_interval(mins => ${SAVING_MINUTES})
      and not exists (select from media where media.file_id = page.file_id)`.execute(tx);

const claimUntil = (now: Date) => sql`${now}::timestamptz + make_interval(secs => ${CLAIM_SECONDS})`;

/** Claims up to `limit` due pages. Accounts take turns: the second page of an account comes after the first ones of all others. */
export async function claimDuePages(tx: Tx, now: Date, limit: number): Promise<ClaimedPage[]> {
  if (!(await tryLockClaims(tx))) return [];
  await deferUnusedPages(tx, now);
  const { rows } = await sql<ClaimedPage>`
    update web_pages set claimed_until = ${claimUntil(now)}
    where file_id in (
      select file_id from (
        select page.file_id, page.next_check_at, row_number() over (partition by files.owner_id order by page.next_check_at, page.file_id) + (
          select count(*) from web_pages busy join files owned on owned.id = busy.file_id
          where owned.owner_id = files.owner_id and busy.claimed_until > ${now}) as turn
        from web_pages page join files on files.id = page.file_id
        where page.next_check_at <= ${now} and exists (select from media where media.file_id = page.file_id) and (page.claimed_until is null or page.claimed_until <= ${now})) as turns
      where turn <= ${MAX_PER_ACCOUNT} order by turn, next_check_at, file_id limit ${limit})
    returning file_id, address`.execute(tx);
  return rows;
}

/** Claims a page unless it is claimed, its account has too many claims, or other pages are being claimed. */
export async function claimPage(tx: Tx, fileId: string, now: Date): Promise<ClaimedPage | undefined> {
  if (!(await tryLockClaims(tx))) return undefined;
  const { rows } = await sql<ClaimedPage>`
    update web_pages page set claimed_until = ${claimUntil(now)} from files
    where page.file_id = ${fileId} and files.id = page.file_id and (page.claimed_until is null or page.claimed_until <= ${now})
      and (select count(*) from web_pages busy join files owned on owned.id = busy.file_id
        where owned.owner_id = files.owner_id and busy.claimed_until > ${now}) < ${MAX_PER_ACCOUNT}
    returning page.file_id, page.address`.execute(tx);
  return rows[0];
}

/** Inserts a page that is due now. */
export const insertPage = (tx: Tx, page: { fileId: string; address: string; now: Date }) =>
  tx
    .insertInto('web_pages')
    .values({ file_id: page.fileId, address: page.address, next_check_at: page.now })
    .onConflict((conflict) => conflict.column('file_id').doNothing())
    .execute();

/** Stores the result of a check, ends the claim, and returns the albums that show the page if the result changed. */
export async function recordFraming(
  tx: Tx,
  fileId: string,
  result: { framing: FramingState; checkedAt: Date; nextCheckAt: Date },
): Promise<string[]> {
  const before = await tx.selectFrom('web_pages').select('framing').where('file_id', '=', fileId).forUpdate().executeTakeFirst();
  if (!before) return [];
  await tx
    .updateTable('web_pages')
    .set({ framing: result.framing, checked_at: result.checkedAt, next_check_at: result.nextCheckAt, claimed_until: null })
    .where('file_id', '=', fileId)
    .execute();
  if (before.framing === result.framing) return [];
  const albums = await tx.selectFrom('media').select('album_id').distinct().where('file_id', '=', fileId).orderBy('album_id').execute();
  return albums.map((row) => row.album_id);
}

/** Gives copies of files the address and the state of their originals. */
export async function copyPages(tx: Tx, copies: readonly { fileId: string; copyId: string }[]): Promise<void> {
  const copied = sql`unnest(${copies.map(({ fileId }) => fileId)}::uuid[], ${copies.map(({ copyId }) => copyId)}::uuid[]) as copied (file_id, copy_id)`;
  await sql`
    insert into web_pages (file_id, address, framing, checked_at, next_check_at)
    select copied.copy_id, page.address, page.framing, page.checked_at, page.next_check_at
    from ${copied} join web_pages page on page.file_id = copied.file_id on conflict do nothing`.execute(tx);
}

/** Returns the states of the pages whose addresses are in these files. */
export async function listFramingStates(db: Db, fileIds: readonly string[]): Promise<Map<string, FramingState>> {
  const rows = await db.selectFrom('web_pages').select(['file_id', 'framing']).where('file_id', 'in', fileIds).execute();
  return new Map(rows.map((row) => [row.file_id, row.framing as FramingState]));
}
