import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Tx } from '../../platform/database/database.ts';

/** Account or family whose screens an alert or a setting applies to. */
export interface AlertScope {
  /** Id of the family, or of the account. */
  scopeId: string;
  /** The account, or the owner of the family. */
  ownerId: string;
  orgId: string | null;
}

export interface Subscriber {
  id: string;
  name: string;
  email: string;
  platform: string;
  by_email: boolean;
  by_notification: boolean;
  token: string;
}

/** Maximum number of members of a family that are alerted. */
const MAX_SUBSCRIBERS = 50;

/** Locks the members of a family, or the account, against deletion, in the order of their ids. Must run before other locks are acquired. */
export const lockPeople = (tx: Tx, { ownerId, orgId }: AlertScope) =>
  sql`
    select from users where id = ${ownerId}::uuid or id in (select user_id from organisation_members where org_id = ${orgId}::uuid)
    order by id for key share`.execute(tx);

/** Lists the people to alert. The owner is alerted unless they turned it off; other members are alerted only after they turned it on. */
export async function listSubscribers(tx: Tx, { scopeId, ownerId, orgId }: AlertScope): Promise<Subscriber[]> {
  await sql`
    insert into screen_alert_subscriptions (scope_id, user_id, by_email, by_notification, token)
    values (${scopeId}, ${ownerId}, true, true, ${randomUUID()}) on conflict do nothing`.execute(tx);
  const { rows } = await sql<Subscriber>`
    select users.id, users.name, users.email, users.platform, subscription.by_email, subscription.by_notification, subscription.token
    from screen_alert_subscriptions subscription join users on users.id = subscription.user_id
    where subscription.scope_id = ${scopeId} and users.disabled_at is null and users.verified_at is not null
      and (users.id = ${ownerId} or users.id in (select user_id from organisation_members where org_id = ${orgId}::uuid))
    order by users.id limit ${MAX_SUBSCRIBERS}`.execute(tx);
  return rows;
}

/** Returns how a person is alerted; undefined when they have not changed the default. */
export const findSubscription = (db: Db, scopeId: string, userId: string) =>
  db
    .selectFrom('screen_alert_subscriptions')
    .select(['by_email', 'by_notification'])
    .where('scope_id', '=', scopeId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

export const saveSubscription = (tx: Tx, scopeId: string, userId: string, wanted: { by_email: boolean; by_notification: boolean }) =>
  tx
    .insertInto('screen_alert_subscriptions')
    .values({ scope_id: scopeId, user_id: userId, ...wanted, token: randomUUID() })
    .onConflict((conflict) => conflict.columns(['scope_id', 'user_id']).doUpdateSet(wanted))
    .execute();

/** Ends the emails of the subscription with this token. Returns false for an unknown token. */
export async function endEmails(tx: Tx, token: string): Promise<boolean> {
  if (!z.uuid().safeParse(token).success) return false;
  const ended = await tx.updateTable('screen_alert_subscriptions').set({ by_email: false }).where('token', '=', token).executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

export const deleteSubscriptionsOfScope = (tx: Tx, scopeId: string) =>
  tx.deleteFrom('screen_alert_subscriptions').where('scope_id', '=', scopeId).execute();

export const deleteSubscription = (tx: Tx, scopeId: string, userId: string) =>
  tx.deleteFrom('screen_alert_subscriptions').where('scope_id', '=', scopeId).where('user_id', '=', userId).execute();
