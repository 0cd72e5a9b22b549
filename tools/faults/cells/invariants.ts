import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Media } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { withProductDatabase } from '../../../e2e/product-database.ts';
import { until } from '../../../e2e/until.ts';
import { assert } from '../round.ts';
import type { Cell } from './cell.ts';
import { readKept } from './clients.ts';
import type { Kept } from './ledger.ts';
import { callApi, persist } from './requests.ts';

/** Jobs of a process that died are freed after half a minute and a round of the others. */
const JOBS_WITHIN_MS = 180_000;
const READS_AT_ONCE = 8;
/** Files that stay from round to round, so that rounds are alike in length. */
const KEEPS = 20;

/** Asserts the invariants once all services run again. */
export async function assertWhole(cell: Cell): Promise<void> {
  const { wall, person } = cell;
  await wall.assertBack();
  await wall.assertShown();
  await persist('a publish after it all', async () => (await wall.publish(), true));
  await wall.assertShown();
  await withProductDatabase(person.product, async (db) => {
    await assertJobsDone(db);
    await assertAllKept(cell);
    await assertMediaOnce(cell, db);
    await assertUsageRight(db, person.userId);
    await assertNothingHalf(cell, db);
  });
  await assertMailsOnce(cell);
  await deleteOld(cell);
}

/** Byte for byte. */
async function assertAllKept(cell: Cell): Promise<void> {
  const waiting = [...cell.ledger.kept];
  const lane = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) await readSurely(cell, one);
  };
  await Promise.all(Array.from({ length: READS_AT_ONCE }, lane));
}

/** Retried while the proxy still marks a process as unavailable. */
const readSurely = (cell: Cell, one: Kept) => persist(`the file ${one.key}`, () => readKept(cell, one));

async function assertJobsDone(db: Database): Promise<void> {
  const due = async () =>
    (
      await sql<{ kind: string; fault: string | null; attempts: number }>`
      select task_identifier as kind, last_error as fault, attempts from graphile_worker.jobs
      where run_at <= now() + interval '5 minutes'`.execute(db)
    ).rows;
  await until('every job is done', async () => (await due()).length === 0, JOBS_WITHIN_MS).catch(async () => {
    throw new Error(`jobs are left: ${JSON.stringify((await due()).slice(0, 3)).slice(0, 500)}`);
  });
}

/**
 * Asserts that each acknowledged upload is one processed media with one copy of each kind, and that no other media exist except those of unacknowledged
 * requests.
 */
async function assertMediaOnce({ ledger, albumId }: Cell, db: Database): Promise<void> {
  const rows = await db.selectFrom('media').select(['id', 'file_id', 'status', 'failure_reason']).where('album_id', '=', albumId).execute();
  for (const { mediaId, key } of ledger.kept) {
    const media = rows.find(({ id }) => id === mediaId);
    assert(media?.file_id === key, `the acknowledged media ${mediaId} is lost`);
  }
  const unfinished = rows.find(({ status }) => status !== 6);
  assert(unfinished === undefined, `the media ${unfinished?.id} is not prepared: ${unfinished?.status} ${unfinished?.failure_reason}`);
  const twice = rows.length - new Set(rows.map(({ file_id }) => file_id)).size;
  assert(twice === 0, `${twice} uploads became two media`);
}

/** Asserts that the storage counted against a plan matches the stored files. */
async function assertUsageRight(db: Database, userId: string): Promise<void> {
  const { rows } = await sql<{ counted: number; there: number }>`
    select (select used_bytes from storage_usage where user_id = ${userId}) as counted,
      (select sum(size_bytes)::bigint from files where owner_id = ${userId} and role = 'original') as there`.execute(db);
  assert(rows[0]?.counted === rows[0]?.there, `${rows[0]?.counted} bytes are counted and ${rows[0]?.there} are there`);
}

/** Asserts that the store contains exactly the objects that rows refer to, after expired reservations were removed. */
async function assertNothingHalf({ installation }: Cell, db: Database): Promise<void> {
  await db
    .updateTable('upload_reservations')
    .set({ expires_at: new Date(0) })
    .execute();
  const { worker } = installation.processes;
  // Housekeeping begins with the process.
  await worker.stop('SIGTERM');
  await worker.start();
  const compare = async () => {
    const known = await db.selectFrom('files').select('storage_key').execute();
    const arriving = await db.selectFrom('resumable_uploads').select('id').execute();
    const roots = new Set([...known.map((row) => row.storage_key), ...arriving.map(({ id }) => `arriving/${id}`)]);
    const stored = (await installation.storedKeys()).filter((key) => !key.startsWith('renditions/'));
    const found = new Set(stored.flatMap((key) => [key, path.posix.dirname(key)]));
    return {
      extra: stored.filter((key) => !roots.has(key) && !roots.has(path.posix.dirname(key))),
      missing: known.map((row) => row.storage_key).filter((key) => !found.has(key) && !key.startsWith('rows/')),
    };
  };
  const isSame = async () => Object.values(await compare()).every(({ length }) => length === 0);
  await until('the store has what the rows say', isSame, 30_000).catch(async () => {
    const { extra, missing } = await compare();
    throw new Error(
      `in the store alone: ${extra.slice(0, 3).join(', ') || 'nothing'}; in rows alone: ${missing.slice(0, 3).join(', ') || 'nothing'}`,
    );
  });
}

/** Asserts that each invited address received one email. */
async function assertMailsOnce({ ledger, installation }: Cell): Promise<void> {
  if (ledger.invited.length === 0) return;
  const folder = path.join(installation.processes.worker.dataDir, 'mail');
  const mails = await Promise.all((await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')));
  for (const address of ledger.invited) {
    const count = mails.filter((mail) => mail.includes(`To: ${address}`)).length;
    assert(count === 1, `${address} got ${count} mails`);
  }
}

/** Deletes all media except the newest, with their bytes. */
async function deleteOld({ person, albumId, ledger }: Cell): Promise<void> {
  const all = await callApi<Media[]>(person, 'GET', `/medias/${albumId}?dataPerPage=300`);
  const stay = new Set(ledger.kept.slice(-KEEPS).map(({ mediaId }) => mediaId));
  const mediaIdArr = all.map(({ _id }) => _id).filter((id) => !stay.has(id));
  if (mediaIdArr.length === 0) return;
  await callApi(person, 'DELETE', `/medias/${albumId}`, { mediaIdArr });
  await callApi(person, 'DELETE', `/bin/${person.userId}`, { mediaIdArr });
  ledger.kept = ledger.kept.filter(({ mediaId }) => stay.has(mediaId) || !mediaIdArr.includes(mediaId));
}
