import { randomBytes } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';

/** The installation's own secret of this name, made at the first call; the same for all processes. */
export async function loadServerKey(db: Database, name: string): Promise<Buffer> {
  await db
    .insertInto('server_keys')
    .values({ name, secret: randomBytes(32) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db.selectFrom('server_keys').select('secret').where('name', '=', name).executeTakeFirstOrThrow();
  return row.secret;
}
