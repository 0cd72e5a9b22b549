import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, type OwnerRow, type Person, type Policy } from '../access/index.ts';
import { findRole } from './members.read-model.ts';

/** Tables whose rows belong to an account (`user_id`); with an `org_id` to an organisation, whose owner that is. */
type OwnedTable = 'devices' | 'playlists' | 'device_tags';

/** Whose things are listed or made: a person's, or an organisation's that the person belongs to. */
export interface OwnerScope {
  userId: string;
  orgId?: string;
}

/** What to list by. */
export interface ListOwnerScope extends OwnerScope {
  /** With an organisation: whether the person belongs to it, and finds their own beside what is its. */
  isMember?: boolean;
}

/** Whoever owns the organisation has all of it in their account, beside what is their own. NOT_FOUND. */
export async function authorizeList(db: Db, actor: Person, { userId, orgId }: OwnerScope): Promise<ListOwnerScope> {
  await authorize(db, actor, 'account.read', [userId]);
  if (orgId === undefined) return { userId };
  const orgRole = await findRole(db, orgId, userId);
  // That one belongs to it says that one may.
  if (orgRole === undefined || actor.userId !== userId) await authorize(db, actor, 'organisation.read', [orgId]);
  return orgRole === 'owner' ? { userId } : { userId, orgId, isMember: orgRole !== undefined };
}

/** Administrators may make things for somebody, and still only for an organisation of theirs. Whose row it becomes says `findPayer`. */
export async function authorizeCreate(tx: Tx, actor: Person, { userId, orgId }: OwnerScope): Promise<void> {
  await authorize(tx, actor, 'account.update', [userId]);
  if (orgId !== undefined && !(await listOrganisationIds(tx, userId)).includes(orgId)) throw new AppError('NOT_FOUND');
}

/** Whose account it is that things count to: a person's own, or of an organisation its owner's; undefined when there is no such organisation. */
export const findBillingOwner = async (db: Db, { userId, orgId }: OwnerScope): Promise<string | undefined> => {
  if (orgId === undefined) return userId;
  const owner = db.selectFrom('organisation_members').select('user_id').where('org_id', '=', orgId).where('org_role', '=', 'owner');
  return (await owner.executeTakeFirst())?.user_id;
};

/** The organisation somebody owns, if there is one. */
export const findOwnOrganisation = async (db: Db, userId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('organisation_members')
      .select('org_id')
      .where('user_id', '=', userId)
      .where('org_role', '=', 'owner')
      .executeTakeFirst()
  )?.org_id;

export const listOrganisationIds = async (db: Db, userId: string): Promise<string[]> =>
  (await db.selectFrom('organisation_members').select('org_id').where('user_id', '=', userId).execute()).map((row) => row.org_id);

/**
 * Whatever they are a member of, they stay until the transaction ends: whoever removes them waits, and then sees what was made. For what would
 * outlast their membership; asked before any access, and before other locks.
 */
export const lockMemberships = (tx: Tx, userId: string) =>
  sql`select from organisation_members where user_id = ${userId} order by org_id for key share`.execute(tx);

export const listOrganisationMemberIds = async (db: Db, orgId: string): Promise<string[]> =>
  (await db.selectFrom('organisation_members').select('user_id').where('org_id', '=', orgId).execute()).map((row) => row.user_id);

/** Whose the row of the query around it is and, when it belongs to an organisation, its members. */
export const selectOwnersAndMembers = (table: OwnedTable) => sql`(
  select ${sql.table(table)}.user_id, false as is_guest
  union all
  select organisation_members.user_id, true from organisation_members where organisation_members.org_id = ${sql.table(table)}.org_id)`;

/** The policy of such a table: whose a row is, and its organisation's members, may do anything with it. */
export const ownerAndMembersPolicy =
  (table: OwnedTable): Policy =>
  (ids) =>
    sql<OwnerRow>`
      select ${sql.table(table)}.id, people.user_id as "ownerId", people.is_guest as "isGuest"
      from ${sql.table(table)} cross join lateral ${selectOwnersAndMembers(table)} as people
      where ${sql.table(table)}.id = any(${`{${ids.join(',')}}`}::uuid[])`;

/** Whether a row belongs into the list: a member finds their own beside the organisation's. */
export const isOwnedBy = (table: OwnedTable, { userId, orgId }: OwnerScope) =>
  orgId === undefined
    ? sql<boolean>`${sql.table(table)}.user_id = ${userId}`
    : sql<boolean>`(${sql.table(table)}.org_id = ${orgId} or (${sql.table(table)}.user_id = ${userId} and ${sql.table(table)}.org_id is null))`;

/** Who hears of what happens to a row of the query around it: whoever it belongs to, each once. */
export const selectAudience = (table: OwnedTable) =>
  sql<string[]>`array(select distinct people.user_id from ${selectOwnersAndMembers(table)} as people)`;
