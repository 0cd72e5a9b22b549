import type { GrantDuration } from '@vitrine/contract';
import type { Db, Tx } from '../../platform/database/database.ts';

const COLUMNS = [
  'staff_grants.id',
  'staff_grants.user_id',
  'staff_grants.staff_id',
  'staff_grants.duration',
  'staff_grants.message',
  'staff_grants.state',
  'staff_grants.asked_at',
  'staff_grants.answered_at',
  'staff_grants.ends_at',
] as const;

const selectGrants = (db: Db) =>
  db
    .selectFrom('staff_grants')
    .innerJoin('users', 'users.id', 'staff_grants.staff_id')
    .select([...COLUMNS, 'users.name as staff_name']);

export type GrantRow = Awaited<ReturnType<typeof listGrants>>[number];

export const findGrant = (db: Db, userId: string, staffId: string) =>
  selectGrants(db).where('user_id', '=', userId).where('staff_id', '=', staffId).executeTakeFirst();

export const listGrants = (db: Db, userId: string) =>
  selectGrants(db)
    .where('user_id', '=', userId)
    .where('state', 'in', ['waiting', 'allowed'])
    .orderBy('asked_at', 'desc')
    .limit(100)
    .execute();

/** Locks a request or permission of this user until the transaction ends. */
export const lockGrant = (tx: Tx, id: string, userId: string) =>
  selectGrants(tx).where('staff_grants.id', '=', id).where('user_id', '=', userId).forUpdate('staff_grants').executeTakeFirst();

interface NewRequest {
  id: string;
  user_id: string;
  staff_id: string;
  duration: GrantDuration;
  message: string;
  asked_at: Date;
}

/** Replaces the earlier request of this staff member to this user. */
export const upsertRequest = (tx: Tx, request: NewRequest) => {
  const { id, duration, message, asked_at } = request;
  return tx
    .insertInto('staff_grants')
    .values({ ...request, state: 'waiting' })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'staff_id'])
        .doUpdateSet({ id, duration, message, asked_at, state: 'waiting', answered_at: null, ends_at: null }),
    )
    .execute();
};

interface Answer {
  state: 'allowed' | 'denied' | 'revoked';
  duration?: GrantDuration;
  answered_at: Date;
  ends_at: Date | null;
}

export const updateGrant = (tx: Tx, id: string, answer: Answer) =>
  tx.updateTable('staff_grants').set(answer).where('id', '=', id).execute();
