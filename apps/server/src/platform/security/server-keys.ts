import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Tx } from '../database/database.ts';
import { checkValueOf, createServerKey, readServerKeys, ServerKeyError, serverKeyFile, unwrapSecret, wrapSecret } from './server-key.ts';
import type { TextEncryption } from './text-encryption.ts';
import { createVersionedEncryption, type KeyVersions } from './versioned-encryption.ts';

const SECRET_BYTES = 32;
/** Name of the row whose check value identifies the database's server key. It is written before any other. */
export const CHECK = 'server-key';

/** Keys of this installation, one for each purpose, the same for all of its processes. */
export interface ServerKeys {
  /** Returns the key of this name, which is created if it does not exist. Its value never changes. */
  load(name: string): Promise<Buffer>;
  /** Returns the encryption of stored values with the key of this name. Its key changes when an operator rotates the keys. */
  loadEncryption(name: string): Promise<TextEncryption>;
  /** Loads versions of keys that a rotation has added, and forgets those that it has deleted. Called every few seconds. */
  refresh(): Promise<void>;
}

export interface KeySource {
  dataDir: string;
  /** From SERVER_KEY; without it the key is a file in the data folder. */
  given: Buffer | undefined;
  /** Further keys in SERVER_KEY, which still decrypt during a rotation. */
  former?: readonly Buffer[];
}

/** Time after which all processes have loaded the versions of keys that a rotation added. */
export const REFRESH_INTERVAL_MS = 5000;

/**
 * Opens the keys in `server_keys`, which are encrypted with a server key outside the database. The first process of a new database creates that
 * key and encrypts keys that earlier versions stored in plain. Throws ServerKeyError when the database belongs to another server key.
 */
export async function openServerKeys(db: Database, source: KeySource): Promise<ServerKeys> {
  const known = await findCheckValue(db);
  if (known === undefined && !source.given) await createServerKey(source.dataDir);
  const [newest] = await readKeys(source);
  if (!newest) throw new ServerKeyError(missing(source.dataDir));
  const claimed = await db.transaction().execute((tx) => claim(tx, newest, checkValueOf(newest)));
  const ring = createKeyRing(source);
  if (claimed.checkValue === undefined || !(await ring.find(claimed.checkValue))) throw new ServerKeyError(different(source));
  // Rewrites the table, so that its files keep no copy of the plain keys.
  if (claimed.wrapped > 0) await sql`vacuum full server_keys`.execute(db);

  /** Versions by the name of the key, for the encryptions of this process. */
  const loaded = new Map<string, KeyVersions>();
  const addKey = async (name: string): Promise<void> => {
    const checkValue = (await findCheckValue(db)) ?? '';
    const key = await ring.get(checkValue, name);
    await insertKey(db, key, checkValue, name);
  };
  const refresh = async (): Promise<void> => {
    const rows = await listKeyRows(db);
    for (const name of loaded.keys()) loaded.set(name, await readVersions(ring, rows, name));
  };
  return {
    async load(name) {
      await addKey(name);
      const row = await db.selectFrom('server_keys').select(['secret', 'wrapped_by']).where('name', '=', name).executeTakeFirstOrThrow();
      return unwrapSecret(await ring.get(row.wrapped_by, name), name, row.secret);
    },
    async loadEncryption(name) {
      if (!(await listKeyRows(db)).some((row) => isVersionOf(row.name, name))) await addKey(name);
      const first = await readVersions(ring, await listKeyRows(db), name);
      loaded.set(name, first);
      return createVersionedEncryption(() => loaded.get(name) ?? first);
    },
    refresh,
  };
}

/** Returns the available server keys, the newest first. */
export async function readKeys({ given, former = [], dataDir }: KeySource): Promise<readonly Buffer[]> {
  return given ? [given, ...former] : readServerKeys(dataDir);
}

/** Finds server keys by their check value. Reads the key file again for an unknown one, because a rotation adds a key to it. */
function createKeyRing(source: KeySource) {
  const keys = new Map<string, Buffer>();
  const find = async (checkValue: string): Promise<Buffer | undefined> => {
    if (!keys.has(checkValue)) for (const key of await readKeys(source)) keys.set(checkValueOf(key), key);
    return keys.get(checkValue);
  };
  return {
    find,
    async get(checkValue: string | null, name: string): Promise<Buffer> {
      const key = checkValue === null ? undefined : await find(checkValue);
      if (!key) throw new ServerKeyError(`The key ${name} is not encrypted with this installation's server key.`);
      return key;
    },
  };
}

type KeyRow = Awaited<ReturnType<typeof listKeyRows>>[number];

export const listKeyRows = (db: Database | Tx) =>
  db.selectFrom('server_keys').select(['name', 'secret', 'wrapped_by']).orderBy('created_at').execute();

/** The name of a key's version: a rotation appends the start of the new server key's check value. */
export const getVersionName = (name: string, checkValue: string): string => `${name}@${checkValue.slice(0, 8)}`;
export const isVersionOf = (rowName: string, name: string): boolean => rowName === name || rowName.startsWith(`${name}@`);

/** The current version is the one that was added together with the database's server key; without a rotation it is the only one. */
async function readVersions(ring: Pick<ReturnType<typeof createKeyRing>, 'get'>, rows: readonly KeyRow[], name: string) {
  const checkValue = rows.find((row) => row.name === CHECK)?.wrapped_by ?? '';
  const versions = rows.filter((row) => isVersionOf(row.name, name));
  const currentRow = versions.find((row) => row.name === getVersionName(name, checkValue)) ?? versions[0];
  if (!currentRow) throw new ServerKeyError(`The key ${name} is missing.`);
  const open = async (row: KeyRow) => unwrapSecret(await ring.get(row.wrapped_by, row.name), row.name, row.secret);
  const others = await Promise.all(versions.filter((row) => row !== currentRow).map(open));
  return { current: await open(currentRow), others };
}

/** Returns the check value of the server key that the database belongs to, or undefined for a new database. */
export async function findCheckValue(db: Database | Tx): Promise<string | undefined> {
  const row = await db.selectFrom('server_keys').select('wrapped_by').where('name', '=', CHECK).executeTakeFirst();
  return row?.wrapped_by ?? undefined;
}

/** Makes the database belong to this server key unless it has one, and encrypts plain keys. */
async function claim(tx: Tx, key: Buffer, checkValue: string): Promise<{ checkValue: string | undefined; wrapped: number }> {
  const found = await findCheckValue(tx);
  if (found !== undefined) return { checkValue: found, wrapped: 0 };
  // Lock, so that neither another process nor an earlier version that is starting adds a key before the commit.
  await sql`lock table server_keys in share row exclusive mode`.execute(tx);
  await insertKey(tx, key, checkValue, CHECK);
  const owner = await findCheckValue(tx);
  if (owner !== checkValue) return { checkValue: owner, wrapped: 0 };
  const plain = await tx.selectFrom('server_keys').select(['name', 'secret']).where('wrapped_by', 'is', null).execute();
  for (const { name, secret } of plain) {
    const wrapped = { secret: wrapSecret(key, name, secret), wrapped_by: checkValue };
    await tx.updateTable('server_keys').set(wrapped).where('name', '=', name).execute();
  }
  return { checkValue, wrapped: plain.length };
}

/** Adds a random key unless it exists. */
export const insertKey = (db: Database | Tx, key: Buffer, checkValue: string, name: string) =>
  db
    .insertInto('server_keys')
    .values({ name, secret: wrapSecret(key, name, randomBytes(SECRET_BYTES)), wrapped_by: checkValue })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();

const ADVICE =
  'All processes of one database need the same key: set SERVER_KEY in each to the content of server.key in the DATA_DIR of the process that started first.';
const missing = (dataDir: string) =>
  `This database is encrypted with a server key, and there is neither SERVER_KEY nor ${serverKeyFile(dataDir)}. ${ADVICE}`;
const different = ({ given, dataDir }: KeySource) =>
  `This database is encrypted with another server key than ${given ? 'SERVER_KEY' : `the one in ${serverKeyFile(dataDir)}`}. ${ADVICE}`;
