import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Tx } from '../database/database.ts';
import { checkValueOf, createServerKey, readServerKey, ServerKeyError, serverKeyFile, unwrapSecret, wrapSecret } from './server-key.ts';

const SECRET_BYTES = 32;
/** Name of the row whose check value identifies the database's server key. It is written before any other. */
const CHECK = 'server-key';

/** Keys of this installation, one for each purpose, the same for all of its processes. */
export interface ServerKeys {
  /** Returns the key of this name, which is created if it does not exist. */
  load(name: string): Promise<Buffer>;
}

interface KeySource {
  dataDir: string;
  /** From SERVER_KEY; without it the key is a file in the data folder. */
  given: Buffer | undefined;
}

/**
 * Opens the keys in `server_keys`, which are encrypted with a server key outside the database. The first process of a new database creates that
 * key and encrypts keys that earlier versions stored in plain. Throws ServerKeyError when the database belongs to another server key.
 */
export async function openServerKeys(db: Database, source: KeySource): Promise<ServerKeys> {
  const known = await findCheckValue(db);
  const key = source.given ?? (await (known === undefined ? createServerKey : readServerKey)(source.dataDir));
  if (!key) throw new ServerKeyError(missing(source.dataDir));
  const checkValue = checkValueOf(key);
  const claimed = await db.transaction().execute((tx) => claim(tx, key, checkValue));
  if (claimed.checkValue !== checkValue) throw new ServerKeyError(different(source));
  // Rewrites the table, so that its files keep no copy of the plain keys.
  if (claimed.wrapped > 0) await sql`vacuum full server_keys`.execute(db);
  return {
    async load(name) {
      await insertKey(db, key, checkValue, name);
      const row = await db.selectFrom('server_keys').select(['secret', 'wrapped_by']).where('name', '=', name).executeTakeFirstOrThrow();
      if (row.wrapped_by !== checkValue) throw new ServerKeyError(`The key ${name} is not encrypted with this installation's server key.`);
      return unwrapSecret(key, name, row.secret);
    },
  };
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

const insertKey = (db: Database | Tx, key: Buffer, checkValue: string, name: string) =>
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
