import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Media } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { BUCKET_OWNER_KEY } from '../../../apps/server/src/platform/storage/storage-keys.ts';
import { withProductDatabase } from '../../../e2e/product-database.ts';
import { until } from '../../../e2e/until.ts';
import { assert } from '../round.ts';
import type { Cell } from './cell.ts';
import { readAcknowledgedFile } from './clients.ts';
import type { AcknowledgedFile } from './ledger.ts';
import { callApi, retry } from './requests.ts';

/** Jobs of a killed process are released after half a minute and then wait for a worker. */
const JOBS_TIMEOUT_MS = 180_000;
const CONCURRENT_READS = 8;
/** Number of files that remain after a round, so that later rounds do not take longer. */
const KEPT_FILES = 20;

/** Asserts the invariants once all services run again. */
export async function assertInvariants(cell: Cell): Promise<void> {
  const { screens, person } = cell;
  await screens.assertConnected();
  await screens.assertPlaylistShown();
  await retry('a publish after the fault', async () => (await screens.publish(), true));
  await screens.assertPlaylistShown();
  await withProductDatabase(person.product, async (db) => {
    await assertJobsDone(db);
    await assertFilesIntact(cell);
    await assertMediaUnique(cell, db);
    await assertUsageMatches(db, person.userId);
    await assertNoOrphans(cell, db);
  });
  await assertMailsOnce(cell);
  await deleteOldMedia(cell);
}

/** Asserts that all acknowledged files have the same bytes as the upload. */
async function assertFilesIntact(cell: Cell): Promise<void> {
  const waiting = [...cell.ledger.files];
  const readNext = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) await readWithRetry(cell, file);
  };
  await Promise.all(Array.from({ length: CONCURRENT_READS }, readNext));
}

/** Retried while the proxy still marks a process as unavailable. */
const readWithRetry = (cell: Cell, file: AcknowledgedFile) => retry(`the file ${file.key}`, () => readAcknowledgedFile(cell, file));

async function assertJobsDone(db: Database): Promise<void> {
  const listJobs = async () =>
    (
      await sql<{ kind: string; fault: string | null; attempts: number }>`
      select task_identifier as kind, last_error as fault, attempts from graphile_worker.jobs
      where run_at <= now() + interval '5 minutes'`.execute(db)
    ).rows;
  await until('every job is done', async () => (await listJobs()).length === 0, JOBS_TIMEOUT_MS).catch(async () => {
    throw new Error(`jobs remain: ${JSON.stringify((await listJobs()).slice(0, 3)).slice(0, 500)}`);
  });
}

/**
 * Asserts that each acknowledged upload is one processed media with one copy of each kind, and that no other media exist except those of unacknowledged
 * requests.
 */
async function assertMediaUnique({ ledger, albumId }: Cell, db: Database): Promise<void> {
  const rows = await db.selectFrom('media').select(['id', 'file_id', 'status', 'failure_reason']).where('album_id', '=', albumId).execute();
  for (const { mediaId, key } of ledger.files) {
    const media = rows.find(({ id }) => id === mediaId);
    assert(media?.file_id === key, `the acknowledged media ${mediaId} is lost`);
  }
  const unfinished = rows.find(({ status }) => status !== 6);
  assert(unfinished === undefined, `the media ${unfinished?.id} is not processed: ${unfinished?.status} ${unfinished?.failure_reason}`);
  const duplicates = rows.length - new Set(rows.map(({ file_id }) => file_id)).size;
  assert(duplicates === 0, `${duplicates} uploads created two media`);
}

/** Asserts that the storage counted against a plan matches the stored files. */
async function assertUsageMatches(db: Database, userId: string): Promise<void> {
  const { rows } = await sql<{ counted: number; stored: number }>`
    select (select used_bytes from storage_usage where user_id = ${userId})
        + (select coalesce(sum(size_bytes), 0)::bigint from storage_additions where user_id = ${userId}) as counted,
      (select sum(size_bytes)::bigint from files where owner_id = ${userId} and role = 'original') as stored`.execute(db);
  assert(rows[0]?.counted === rows[0]?.stored, `${rows[0]?.counted} bytes are counted, but ${rows[0]?.stored} are stored`);
}

/** Asserts that the store contains exactly the objects that rows refer to, after expired reservations were removed. */
async function assertNoOrphans({ installation }: Cell, db: Database): Promise<void> {
  await db
    .updateTable('upload_reservations')
    .set({ expires_at: new Date(0) })
    .execute();
  const { worker } = installation.processes;
  // Cleanup runs when the worker starts.
  await worker.stop('SIGTERM');
  await worker.start();
  const compare = async () => {
    const rows = await db.selectFrom('files').select('storage_key').execute();
    const arriving = await db.selectFrom('resumable_uploads').select('id').execute();
    const roots = new Set([...rows.map((row) => row.storage_key), ...arriving.map(({ id }) => `arriving/${id}`)]);
    const stored = (await installation.storedKeys()).filter((key) => key !== BUCKET_OWNER_KEY && !key.startsWith('renditions/'));
    const found = new Set(stored.flatMap((key) => [key, path.posix.dirname(key)]));
    return {
      extra: stored.filter((key) => !roots.has(key) && !roots.has(path.posix.dirname(key))),
      missing: rows.map((row) => row.storage_key).filter((key) => !found.has(key) && !key.startsWith('rows/')),
    };
  };
  const isSame = async () => Object.values(await compare()).every(({ length }) => length === 0);
  await until('the store matches the rows', isSame, 30_000).catch(async () => {
    const { extra, missing } = await compare();
    throw new Error(
      `objects without a row: ${extra.slice(0, 3).join(', ') || 'none'}; rows without an object: ${missing.slice(0, 3).join(', ') || 'none'}`,
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
    assert(count === 1, `${address} received ${count} emails`);
  }
}

/** Deletes all media except the newest, with their bytes. */
async function deleteOldMedia({ person, albumId, ledger }: Cell): Promise<void> {
  const all = await callApi<Media[]>(person, 'GET', `/medias/${albumId}?dataPerPage=300`);
  const keptIds = new Set(ledger.files.slice(-KEPT_FILES).map(({ mediaId }) => mediaId));
  const mediaIdArr = all.map(({ _id }) => _id).filter((id) => !keptIds.has(id));
  if (mediaIdArr.length === 0) return;
  await callApi(person, 'DELETE', `/medias/${albumId}`, { mediaIdArr });
  await callApi(person, 'DELETE', `/bin/${person.userId}`, { mediaIdArr });
  ledger.files = ledger.files.filter(({ mediaId }) => keptIds.has(mediaId) || !mediaIdArr.includes(mediaId));
}
