import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { type Account, createAccount, type Price } from './bank-account.ts';
import type { BankEventBody } from './operation-context.ts';
import type { NewMethod } from './test-cards.rules.ts';

/** Returns the secret that signs the bank's events, created on first use and shared by all processes. */
export async function loadSigningSecret(tx: Tx, newSecret: string): Promise<string> {
  await tx
    .insertInto('test_bank_settings')
    .values({ signing_secret: newSecret })
    .onConflict((conflict) => conflict.column('is_only').doNothing())
    .execute();
  return (await tx.selectFrom('test_bank_settings').select('signing_secret').executeTakeFirstOrThrow()).signing_secret;
}

export const findClockOffset = async (db: Db): Promise<number> =>
  (await db.selectFrom('test_bank_settings').select('offset_seconds').executeTakeFirstOrThrow()).offset_seconds;

export const addClockOffset = (tx: Tx, seconds: number) =>
  tx
    .updateTable('test_bank_settings')
    .set({ offset_seconds: sql`offset_seconds + ${seconds}` })
    .execute();

/** Creates the account unless it exists. */
export const insertCustomer = (tx: Tx, { id, userId, seed }: { id: string; userId: string; seed: string }) =>
  tx
    .insertInto('test_bank_customers')
    .values({ id, state: JSON.stringify(createAccount(id, userId, seed)), due_at: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();

export async function findAccount(db: Db, id: string): Promise<Account | null> {
  const row = await db.selectFrom('test_bank_customers').select('state').where('id', '=', id).executeTakeFirst();
  return row ? (row.state as unknown as Account) : null;
}

export async function lockAccount(tx: Tx, id: string): Promise<Account | null> {
  const row = await tx.selectFrom('test_bank_customers').select('state').where('id', '=', id).forUpdate().executeTakeFirst();
  return row ? (row.state as unknown as Account) : null;
}

/** Locks accounts with due actions, oldest first. Accounts locked by another process are skipped. */
export async function lockDueAccounts(tx: Tx, until: Date, limit: number): Promise<Account[]> {
  const rows = await tx
    .selectFrom('test_bank_customers')
    .select('state')
    .where('due_at', '<=', until)
    .orderBy('due_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ state }) => state as unknown as Account);
}

export const updateAccount = (tx: Tx, account: Account, dueAt: number | null) =>
  tx
    .updateTable('test_bank_customers')
    .set({ state: JSON.stringify(account), due_at: dueAt === null ? null : new Date(dueAt * 1000) })
    .where('id', '=', account.id)
    .execute();

export const insertMethod = (tx: Tx, id: string, method: NewMethod, createdAt: Date) =>
  tx
    .insertInto('test_bank_methods')
    .values({ id, method: JSON.stringify(method), created_at: createdAt })
    .execute();

/** Assigns a card to the customer. Returns undefined when the card does not exist or belongs to another customer. */
export async function claimCard(tx: Tx, id: string, customerId: string): Promise<NewMethod | undefined> {
  const row = await tx
    .updateTable('test_bank_methods')
    .set({ customer_id: customerId })
    .where('id', '=', id)
    .where((where) => where.or([where('customer_id', 'is', null), where('customer_id', '=', customerId)]))
    .returning('method')
    .executeTakeFirst();
  return row && (row.method as unknown as NewMethod);
}

export const deleteUnusedMethods = (tx: Tx, before: Date) =>
  tx.deleteFrom('test_bank_methods').where('customer_id', 'is', null).where('created_at', '<', before).execute();

export const insertPrice = (tx: Tx, id: string, price: Price) =>
  tx
    .insertInto('test_bank_prices')
    .values({ id, price: JSON.stringify(price) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();

export async function findPrice(db: Db, id: string): Promise<Price | undefined> {
  const row = await db.selectFrom('test_bank_prices').select('price').where('id', '=', id).executeTakeFirst();
  return row && (row.price as unknown as Price);
}

export const insertEvents = (tx: Tx, events: readonly BankEventBody[]) =>
  tx
    .insertInto('test_bank_events')
    .values(events.map((event) => ({ id: event.id, body: JSON.stringify(event) })))
    .execute();

/** Finds an event; undefined after its delivery. */
export const findUndelivered = (db: Db, id: string) =>
  db.selectFrom('test_bank_events').select('body').where('id', '=', id).where('delivered_at', 'is', null).executeTakeFirst();

export const updateEventDelivery = (tx: Tx, id: string, deliveredAt: Date | null) =>
  tx.updateTable('test_bank_events').set({ attempts: sql`attempts + 1`, delivered_at: deliveredAt }).where('id', '=', id).execute();

export const deleteDeliveredEvents = (tx: Tx, before: Date) =>
  tx.deleteFrom('test_bank_events').where('delivered_at', '<', before).execute();
