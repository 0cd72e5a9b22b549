/**
 * Replaces the server key and all keys of stored values while the product runs. Each step may be interrupted and repeated:
 *
 * 1. The key file gets a new server key in front of the old one, and the database a new version of each key.
 * 2. The running processes load the new versions. They still encrypt with the old ones, which all of them know.
 * 3. The database changes to the new server key. From then on, processes encrypt with the new versions.
 * 4. Stored values are encrypted again, in batches.
 * 5. The old versions are deleted, and the old server key is removed from the file.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Tx } from '../database/database.ts';
import { OperatorError } from '../operator-error.ts';
import { type EncryptedColumns, resealColumns } from './reseal-columns.ts';
import { checkValueOf, replaceServerKeys, unwrapSecret, wrapSecret } from './server-key.ts';
import {
  CHECK,
  findCheckValue,
  getVersionName,
  insertKey,
  isVersionOf,
  type KeySource,
  listKeyRows,
  openServerKeys,
  readKeys,
} from './server-keys.ts';

export type RotationStep = 'keysAdded' | 'processesReady' | 'serverKeyReplaced' | 'processesSwitched' | 'valuesResealed' | 'oldKeysDeleted';

export interface RotationOptions {
  db: Database;
  source: KeySource;
  encrypted: readonly EncryptedColumns[];
  /** Waits until all running processes have loaded the keys in the database. */
  waitForProcesses(): Promise<void>;
  /** Called after each step. */
  onStep(step: RotationStep): void | Promise<void>;
}

export interface RotationResult {
  resealed: number;
  /** Values that no key decrypts. They were unreadable before. */
  unreadable: number;
}

/** Passes over the stored values. The second one finds what a transaction has committed during the first. */
const MAX_PASSES = 5;

export async function rotateServerKeys({ db, source, encrypted, waitForProcesses, onStep }: RotationOptions): Promise<RotationResult> {
  const target = await chooseTarget(db, source);
  const checkValue = checkValueOf(target);
  for (const { key } of encrypted) await insertKey(db, target, checkValue, getVersionName(key, checkValue));
  await onStep('keysAdded');
  await waitForProcesses();
  await onStep('processesReady');
  await db.transaction().execute((tx) => wrapAll(tx, target, source));
  await onStep('serverKeyReplaced');
  await waitForProcesses();
  await onStep('processesSwitched');
  const result = await resealAll(db, target, encrypted);
  await onStep('valuesResealed');
  await db.transaction().execute(async (tx) => {
    await deleteOldVersions(tx, checkValue, encrypted);
    // Keys that a process added with the old server key while it was starting.
    await wrapAll(tx, target, source);
  });
  // Rewrites the table, so that its files keep no copy that the old server key decrypts.
  await sql`vacuum full server_keys`.execute(db);
  await onStep('oldKeysDeleted');
  if (!source.given) await replaceServerKeys(source.dataDir, [target]);
  return result;
}

/** Returns the new server key. A rotation that was interrupted continues with its key. */
async function chooseTarget(db: Database, source: KeySource): Promise<Buffer> {
  // Refuses a database of another server key.
  await openServerKeys(db, source);
  const keys = await readKeys(source);
  const [first, second] = keys;
  if (first && second) return first;
  if (source.given) throw new OperatorError(ADD_KEY);
  const target = randomBytes(32);
  await replaceServerKeys(source.dataDir, [target, ...keys]);
  return target;
}

const ADD_KEY =
  'Put a new key in front of the old one in SERVER_KEY, separated by a comma (openssl rand -base64 32), restart all processes with it, and run this command again.';

/** Encrypts all keys with the new server key, which the database then belongs to. */
async function wrapAll(tx: Tx, target: Buffer, source: KeySource): Promise<void> {
  await sql`lock table server_keys in share row exclusive mode`.execute(tx);
  const keys = new Map((await readKeys(source)).map((key) => [checkValueOf(key), key]));
  const checkValue = checkValueOf(target);
  for (const { name, secret, wrapped_by } of await listKeyRows(tx)) {
    if (wrapped_by === checkValue) continue;
    const key = keys.get(wrapped_by ?? '');
    if (!key) throw new OperatorError(`The key ${name} in the database belongs to an unknown server key.`);
    const wrapped = { secret: wrapSecret(target, name, unwrapSecret(key, name, secret)), wrapped_by: checkValue };
    await tx.updateTable('server_keys').set(wrapped).where('name', '=', name).execute();
  }
}

async function resealAll(db: Database, target: Buffer, encrypted: readonly EncryptedColumns[]): Promise<RotationResult> {
  const checkValue = checkValueOf(target);
  const rows = await listKeyRows(db);
  const result = { resealed: 0, unreadable: 0 };
  for (const columns of encrypted) {
    const versions = rows.filter(({ name }) => isVersionOf(name, columns.key));
    const open = ({ name, secret }: (typeof rows)[number]) => unwrapSecret(target, name, secret);
    const isCurrent = ({ name }: { name: string }) => name === getVersionName(columns.key, checkValue);
    const current = versions.filter(isCurrent).map(open)[0];
    if (!current) throw new OperatorError(`The new version of the key ${columns.key} is missing.`);
    const others = versions.filter((row) => !isCurrent(row)).map(open);
    for (let pass = 1; pass <= MAX_PASSES; pass++) {
      const { resealed, unreadable } = await resealColumns(db, columns, { current, others });
      result.resealed += resealed;
      if (pass === 1) result.unreadable += unreadable;
      if (resealed === 0) break;
      if (pass === MAX_PASSES)
        throw new OperatorError(`A process still encrypts with the old version of the key ${columns.key}. Restart it.`);
    }
  }
  return result;
}

async function deleteOldVersions(tx: Tx, checkValue: string, encrypted: readonly EncryptedColumns[]): Promise<void> {
  if ((await findCheckValue(tx)) !== checkValue) throw new OperatorError(`The row ${CHECK} was changed during the rotation. Run it again.`);
  const rows = await listKeyRows(tx);
  const old = encrypted.flatMap(({ key }) =>
    rows.filter(({ name }) => isVersionOf(name, key) && name !== getVersionName(key, checkValue)).map(({ name }) => name),
  );
  if (old.length > 0) await tx.deleteFrom('server_keys').where('name', 'in', old).execute();
}
