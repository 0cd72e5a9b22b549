import { sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../platform/database/database.ts';
import type { Departure } from './former-members.rules.ts';

interface NewDeparture {
  owner_id: string;
  user_id: string;
  org_id: string;
  left_at: Date;
  was_removed: boolean;
}

/** Keeps the limit on invitations from an earlier departure. */
export const recordDeparture = (tx: Tx, departure: NewDeparture) =>
  tx
    .insertInto('former_members')
    .values(departure)
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'user_id', 'org_id']).doUpdateSet({ left_at: departure.left_at, was_removed: departure.was_removed }),
    )
    .execute();

/** Returns the last departure of each of these people from a family of this owner. `next_invitation_at` is the latest of all their departures. */
export async function findDepartures(db: Db, ownerId: string, userIds: readonly string[]): Promise<Map<string, Departure>> {
  const { rows } = await sql<Departure & { user_id: string }>`
    select distinct on (user_id) user_id, org_id, left_at, was_removed,
      max(next_invitation_at) over (partition by user_id) as next_invitation_at
    from former_members where owner_id = ${ownerId} and user_id = any(${toUuidArray([...userIds])})
    order by user_id, left_at desc`.execute(db);
  return new Map(rows.map(({ user_id, ...departure }) => [user_id, departure]));
}

export const setNextInvitation = (tx: Tx, ownerId: string, userId: string, at: Date) =>
  tx.updateTable('former_members').set({ next_invitation_at: at }).where('owner_id', '=', ownerId).where('user_id', '=', userId).execute();

/** Copies the records of a family to its next owner. The next owner cannot undo a removal by the previous one. */
export const copyFormerMembers = (tx: Tx, orgId: string, fromId: string, toId: string) =>
  sql`insert into former_members (owner_id, user_id, org_id, left_at, was_removed, next_invitation_at)
    select ${toId}, user_id, org_id, left_at, false, next_invitation_at from former_members
    where owner_id = ${fromId} and org_id = ${orgId} and user_id <> ${toId}
    on conflict do nothing`.execute(tx);
