import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { decryptCaptcha } from '../apps/server/src/modules/support/captchas.service.ts';
import { type DatabaseHandle, openDatabase } from '../apps/server/src/platform/database/database.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { openServerKeys } from '../apps/server/src/platform/security/server-keys.ts';
import type { RunningProduct } from './product.ts';

type WithDatabase = Pick<RunningProduct, 'dataDir' | 'databaseUrl'>;

/** Opens the running product's database, for states that the API cannot create. */
export async function openProductDatabase(product: WithDatabase, statementTimeoutMs?: number): Promise<DatabaseHandle> {
  return openDatabase(await readDatabaseUrl(product), createLog('silent'), 2, statementTimeoutMs);
}

async function readDatabaseUrl({ databaseUrl, dataDir }: WithDatabase): Promise<string> {
  if (databaseUrl !== undefined) return databaseUrl;
  const settings = await readFile(path.join(dataDir, 'postgres.json'), 'utf8');
  const { password, port } = JSON.parse(settings) as { password: string; port: number };
  return `postgres://vitrine:${password}@127.0.0.1:${port}/postgres`;
}

/** Returns the characters of a captcha, which are encrypted with a key of the installation. */
export async function readCaptcha({ dataDir }: WithDatabase, { db }: Pick<DatabaseHandle, 'db'>, captchaId: string): Promise<string> {
  const keys = await openServerKeys(db, { dataDir, given: undefined });
  return decryptCaptcha(captchaId, await keys.load('captchas')).text;
}

const YEAR_MS = 31_536_000_000;

interface PlanOverrides {
  plan_name?: string;
  users?: number;
  devices?: number;
  storage_bytes?: number;
  /** Null means unlimited, here and below. */
  playlists?: number | null;
  albums?: number | null;
  sharing_groups?: number | null;
  ends_at?: Date;
}

/** The account of a test person, such as an ApiPerson. */
interface PlanOwner {
  product: RunningProduct;
  userId: string;
}

/** Replaces the plan of an account, as if it had bought this one. */
export async function givePlan(person: PlanOwner, choices: PlanOverrides = {}): Promise<void> {
  const unlimited = { playlists: null, albums: null, sharing_groups: null };
  const plan = {
    plan_name: 'Enterprise',
    devices: 5,
    storage_bytes: 15e9,
    ends_at: new Date(Date.now() + YEAR_MS),
    ...unlimited,
    ...choices,
  };
  await withProductDatabase(person.product, (db) =>
    db
      .insertInto('entitlements')
      .values({ user_id: person.userId, ...plan })
      .onConflict((conflict) => conflict.columns(['user_id', 'source']).doUpdateSet(plan))
      .execute(),
  );
}

export const allowDevices = (person: PlanOwner, devices: number): Promise<void> => givePlan(person, { devices });

/** Open databases by their addresses. */
const shared = new Map<string, DatabaseHandle>();

/**
 * Returns the handle that all tests of this process share. A new connection takes a twentieth of a second of processor time, most of it PostgreSQL's. The handle
 * is never closed: PostgreSQL ends its connections when it stops, and unused ones do not keep this process running.
 */
async function openSharedDatabase(product: WithDatabase): Promise<DatabaseHandle> {
  const url = await readDatabaseUrl(product);
  const handle = shared.get(url) ?? openDatabase(url, createLog('silent'), 10);
  handle.pool.options.allowExitOnIdle = true;
  shared.set(url, handle);
  return handle;
}

/** Runs `work` on the running product's database. Statements may take up to `statementTimeoutMs`, by default as long as those of the product. */
export async function withProductDatabase<T>(
  product: WithDatabase,
  work: (db: DatabaseHandle['db']) => Promise<T>,
  statementTimeoutMs?: number,
): Promise<T> {
  if (statementTimeoutMs === undefined) return work((await openSharedDatabase(product)).db);
  const { db, close } = await openProductDatabase(product, statementTimeoutMs);
  try {
    return await work(db);
  } finally {
    await close();
  }
}
