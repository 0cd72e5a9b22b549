import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

const listed = ['id', 'encrypted_url', 'description', 'events', 'created_at', 'disabled_reason', 'failing_since'] as const;
export type WebhookRow = Awaited<ReturnType<typeof listWebhooks>>[number];

export const listWebhooks = (db: Db, userId: string) =>
  db.selectFrom('webhooks').select(listed).where('user_id', '=', userId).orderBy('created_at').execute();

export const findWebhook = (db: Db, userId: string, id: string) =>
  db.selectFrom('webhooks').select('id').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();

export const lockWebhook = (tx: Tx, userId: string, id: string) =>
  tx
    .selectFrom('webhooks')
    .select(['disabled_reason', 'encrypted_secret'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();

export async function countWebhooks(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface NewWebhook {
  id: string;
  user_id: string;
  encrypted_url: Buffer;
  description: string;
  events: string[];
  encrypted_secret: Buffer;
  created_at: Date;
}

export const insertWebhook = (tx: Tx, webhook: NewWebhook) =>
  tx.insertInto('webhooks').values(webhook).returning(listed).executeTakeFirstOrThrow();

export const enableWebhook = (tx: Tx, id: string) =>
  tx
    .updateTable('webhooks')
    .set({ disabled_at: null, disabled_reason: null, failing_since: null })
    .where('id', '=', id)
    .returning(listed)
    .executeTakeFirstOrThrow();

export type DisabledReason = 'owner' | 'failing' | 'backlog';

export const disableWebhook = (tx: Tx, id: string, reason: DisabledReason, at: Date) =>
  tx
    .updateTable('webhooks')
    .set({
      disabled_at: sql<Date>`coalesce(disabled_at, ${at}::timestamptz)`,
      disabled_reason: sql<string>`coalesce(disabled_reason, ${reason})`,
    })
    .where('id', '=', id)
    .returning(listed)
    .executeTakeFirstOrThrow();

/** Changes where and for which events a webhook sends. Failures of the earlier address do not count any longer. */
export const updateWebhook = (tx: Tx, id: string, change: Pick<NewWebhook, 'encrypted_url' | 'description' | 'events'>) =>
  tx
    .updateTable('webhooks')
    .set({ ...change, failing_since: null })
    .where('id', '=', id)
    .returning(listed)
    .executeTakeFirstOrThrow();

/** The replaced secret keeps signing until the given time. */
export const replaceSecret = (tx: Tx, id: string, encryptedSecret: Buffer, oldSecretUntil: Date) =>
  tx
    .updateTable('webhooks')
    .set({ encrypted_old_secret: sql<Buffer>`encrypted_secret`, old_secret_until: oldSecretUntil, encrypted_secret: encryptedSecret })
    .where('id', '=', id)
    .returning(listed)
    .executeTakeFirstOrThrow();

export const deleteWebhook = (tx: Tx, userId: string, id: string) =>
  tx.deleteFrom('webhooks').where('id', '=', id).where('user_id', '=', userId).returning('id').executeTakeFirst();
