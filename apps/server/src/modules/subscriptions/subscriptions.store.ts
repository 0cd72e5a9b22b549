import { subscriptionState } from '@vitrine/contract';
import { type Expression, sql } from 'kysely';
import type { BankName } from '../../platform/cards/cards.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { SubscriptionRecord } from './subscription-state.rules.ts';

const subscriptions = (db: Db) =>
  db
    .selectFrom('subscriptions')
    .select([
      'id',
      'user_id',
      'plan_name',
      'source',
      'state',
      'price_id',
      'trial_days',
      'period_start',
      'period_end',
      'started_at',
      'ended_at',
      'bank',
      'bank_id',
      'customer_id',
      'purchase_key',
      'change_key',
      'changes_declined',
      'failed_attempts',
      'next_attempt_at',
      'open_intent_id',
      'card_payment_method',
      'card_brand',
      'card_last4',
      'card_exp_month',
      'card_exp_year',
      'quoted_price_id',
      'quoted_proration',
      'quoted_cents',
      'quoted_total_cents',
      'quoted_at',
      'quoted_extra_screens',
      'extra_screens',
      'extra_price_id',
      'extra_screens_cap',
      'extra_screens_cap_until',
      'heard',
    ]);
export type SubscriptionRow = Awaited<ReturnType<ReturnType<typeof subscriptions>['execute']>>[number];

export const findSubscription = (db: Db, id: string) => subscriptions(db).where('id', '=', id).executeTakeFirst();
export const lockSubscription = (tx: Tx, id: string) => subscriptions(tx).where('id', '=', id).forUpdate().executeTakeFirst();

/** Finds the card subscription that an account pays or is about to pay. */
export const findRunningByCard = (db: Db, userId: string) =>
  subscriptions(db).where('user_id', '=', userId).where('source', '=', 'card').where('ended_at', 'is', null).executeTakeFirst();

/** Lists running subscriptions: at most one by card and one grant. */
export const listRunning = (db: Db, userId: string) =>
  subscriptions(db).where('user_id', '=', userId).where('ended_at', 'is', null).where('state', '<>', 'incomplete').execute();

export const findByBankId = (db: Db, bank: BankName, bankId: string) =>
  subscriptions(db).where('bank', '=', bank).where('bank_id', '=', bankId).executeTakeFirst();

/** Returns the id of the subscription to show, or null: running before ended ones, card before grant, newest first. Unpaid purchases do not count. */
export const selectNewestSubscriptionId = (userId: Expression<string>) =>
  sql<string | null>`(
    select id from subscriptions
    where user_id = ${userId} and not (state = 'expired' and source = 'card' and period_end <= started_at)
    order by ended_at is not null, state = 'incomplete', source, started_at desc, id desc limit 1)`;

export const findNewest = (db: Db, userId: string) =>
  subscriptions(db)
    .where('id', '=', selectNewestSubscriptionId(sql`${userId}::uuid`))
    .executeTakeFirst();

export interface Purchase {
  userId: string;
  planName: string;
  priceId: string;
  trialDays: number;
  purchaseKey: string;
  bank: BankName;
  at: Date;
}

/** Undefined when another one runs already: the database allows one for each person. */
export async function insertPurchase(
  tx: Tx,
  { userId, planName, priceId, trialDays, purchaseKey, bank, at }: Purchase,
): Promise<string | undefined> {
  const inserted = await tx
    .insertInto('subscriptions')
    .values({
      id: newId(),
      user_id: userId,
      plan_name: planName,
      source: 'card',
      state: 'incomplete',
      price_id: priceId,
      trial_days: trialDays,
      period_start: at,
      period_end: at,
      started_at: at,
      purchase_key: purchaseKey,
      bank,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'source']).where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export const updatePurchaseKey = (tx: Tx, id: string, purchaseKey: string) =>
  tx.updateTable('subscriptions').set({ purchase_key: purchaseKey }).where('id', '=', id).execute();

export const updateChangeKey = (tx: Tx, id: string, changeKey: string) =>
  tx.updateTable('subscriptions').set({ change_key: changeKey }).where('id', '=', id).execute();

export const incrementDeclinedChanges = (tx: Tx, id: string) =>
  tx.updateTable('subscriptions').set({ changes_declined: sql`changes_declined + 1` }).where('id', '=', id).execute();

export const updateBankIds = (tx: Tx, id: string, { bankId, customerId }: { bankId: string; customerId: string }) =>
  tx.updateTable('subscriptions').set({ bank_id: bankId, customer_id: customerId }).where('id', '=', id).execute();

interface Quote {
  priceId: string;
  /** Number of extra screens after the change. */
  extraScreens: number;
  /** Epoch seconds. */
  prorationDate: number;
  cents: number;
  /** Sum of the lines; below zero it becomes credit. */
  totalCents: number;
  at: Date;
  /** Key of the request that has already made a change. */
  changeKey?: string | undefined;
}

export const updateQuote = (tx: Tx, id: string, { priceId, extraScreens, prorationDate, cents, totalCents, at, changeKey }: Quote) =>
  tx
    .updateTable('subscriptions')
    .set({
      quoted_price_id: priceId,
      quoted_extra_screens: extraScreens,
      quoted_proration: prorationDate,
      quoted_cents: cents,
      quoted_total_cents: totalCents,
      quoted_at: at,
      ...(changeKey !== undefined && { change_key: changeKey }),
    })
    .where('id', '=', id)
    .execute();

/** Makes the quote invalid for other requests than the one that has used it. */
export const expireQuote = (tx: Tx, id: string) => tx.updateTable('subscriptions').set({ quoted_at: null }).where('id', '=', id).execute();

/** Limits the extra screens of an account until the bank has removed the others. */
export const updateExtraScreensCap = (tx: Tx, id: string, quantity: number, until: Date) =>
  tx.updateTable('subscriptions').set({ extra_screens_cap: quantity, extra_screens_cap_until: until }).where('id', '=', id).execute();

export const clearExtraScreensCap = (tx: Tx, id: string) =>
  tx
    .updateTable('subscriptions')
    .set({ extra_screens_cap: null, extra_screens_cap_until: null })
    .where('id', '=', id)
    .where('extra_screens_cap', 'is not', null)
    .execute();

/** Returns the next query number for a subscription, because responses arrive in any order. */
export async function incrementRequestNumber(tx: Tx, id: string): Promise<number | undefined> {
  const row = await tx
    .updateTable('subscriptions')
    .set({ asked: sql`asked + 1` })
    .where('id', '=', id)
    .returning('asked')
    .executeTakeFirst();
  return row?.asked;
}

export const updateRecord = (
  tx: Tx,
  id: string,
  record: SubscriptionRecord,
  { planName, turn: requestNumber, at }: { planName: string; turn: number; at: Date },
) =>
  tx
    .updateTable('subscriptions')
    .set({
      state: record.state,
      price_id: record.priceId,
      extra_screens: record.extraScreens?.quantity ?? 0,
      extra_price_id: record.extraScreens?.priceId ?? null,
      plan_name: planName,
      period_start: record.periodStart,
      period_end: record.periodEnd,
      ended_at: record.endedAt === null ? null : sql<Date>`greatest(started_at, ${record.endedAt}::timestamptz)`,
      failed_attempts: record.failedAttempts,
      next_attempt_at: record.nextAttemptAt,
      open_intent_id: record.openIntentId,
      card_payment_method: record.card?.paymentMethodId ?? null,
      card_brand: record.card?.brand ?? null,
      card_last4: record.card?.last4 ?? null,
      card_exp_month: record.card?.expMonth ?? null,
      card_exp_year: record.card?.expYear ?? null,
      heard: requestNumber,
      checked_at: at,
    })
    .where('id', '=', id)
    .execute();

export const endSubscription = (tx: Tx, id: string, at: Date) =>
  tx
    .updateTable('subscriptions')
    .set({ state: 'expired', ended_at: sql<Date>`greatest(started_at, ${at}::timestamptz)`, open_intent_id: null })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();

/** For rows of source `card`, whose price the database holds them to have. */
export const toSubscriptionRecord = (row: SubscriptionRow): SubscriptionRecord => ({
  state: subscriptionState.parse(row.state),
  priceId: row.price_id ?? '',
  extraScreens:
    row.extra_price_id === null || row.extra_screens === 0 ? null : { priceId: row.extra_price_id, quantity: row.extra_screens },
  periodStart: row.period_start,
  periodEnd: row.period_end,
  endedAt: row.ended_at,
  failedAttempts: row.failed_attempts,
  nextAttemptAt: row.next_attempt_at,
  openIntentId: row.open_intent_id,
  card: toBankCard(row),
});

function toBankCard({ card_payment_method, card_brand, card_last4, card_exp_month, card_exp_year }: SubscriptionRow) {
  if (card_payment_method === null || card_brand === null || card_last4 === null || card_exp_month === null || card_exp_year === null)
    return null;
  return { paymentMethodId: card_payment_method, brand: card_brand, last4: card_last4, expMonth: card_exp_month, expYear: card_exp_year };
}

export const listRunningGranted = async (tx: Tx, userId: string): Promise<string[]> => {
  const rows = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('source', '=', 'given')
    .where('ended_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
};

/** Ends the running grant of an administrator. */
export const endGrantedSubscription = (tx: Tx, userId: string, at: Date) =>
  tx
    .updateTable('subscriptions')
    .set({ state: 'expired', ended_at: sql<Date>`greatest(started_at, ${at}::timestamptz)` })
    .where('user_id', '=', userId)
    .where('source', '=', 'given')
    .where('ended_at', 'is', null)
    .execute();
