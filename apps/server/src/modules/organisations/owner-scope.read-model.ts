import { sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, type OwnerRow, type Person, type Policy } from '../access/index.ts';
import { findRole } from './members.read-model.ts';

/** Tables whose rows belong to an account (`user_id`); with an `org_id` to an organisation, whose owner that is. */
type OwnedTable =
  | 'devices'
  | 'playlists'
  | 'binned_playlists'
  | 'device_tags'
  | 'emergency_messages'
  | 'emergency_alerts'
  | 'emergency_cap_feeds';

/** Owner of objects to list or create: an account, or an organisation to which it belongs. */
export interface OwnerScope {
  userId: string;
  orgId?: string;
}

/** Scope of a list. */
export interface ListOwnerScope extends OwnerScope {
  /** For an organisation: whether the account is a member, so that its own objects are listed as well. */
  isMember?: boolean;
}

/** Authorizes a list. The owner of an organisation has its objects in their own account. NOT_FOUND. */
export async function authorizeList(db: Db, actor: Person, { userId, orgId }: OwnerScope): Promise<ListOwnerScope> {
  await authorize(db, actor, 'account.read', [userId]);
  if (orgId === undefined) return { userId };
  const orgRole = await findRole(db, orgId, userId);
  // Membership implies the permission.
  if (orgRole === undefined || actor.userId !== userId) await authorize(db, actor, 'organisation.read', [orgId]);
  return orgRole === 'owner' ? { userId } : { userId, orgId, isMember: orgRole !== undefined };
}

/**
 * Authorizes the creation of objects. Administrators may create them for another account, but only in an organisation of that account. `findPayer` returns
 * the owner of the row.
 */
export async function authorizeCreate(tx: Tx, actor: Person, { userId, orgId }: OwnerScope): Promise<void> {
  await authorize(tx, actor, 'account.update', [userId]);
  if (orgId !== undefined && !(await listOrganisationIds(tx, userId)).includes(orgId)) throw new AppError('NOT_FOUND');
}

/** Returns the account that objects count against: the account itself, or an organisation's owner; undefined when the organisation does not exist. */
export const findBillingOwner = async (db: Db, { userId, orgId }: OwnerScope): Promise<string | undefined> => {
  if (orgId === undefined) return userId;
  const owner = db.selectFrom('organisation_members').select('user_id').where('org_id', '=', orgId).where('org_role', '=', 'owner');
  return (await owner.executeTakeFirst())?.user_id;
};

/** Returns the organisation that the account owns, if any. */
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
 * Locks the memberships of these accounts until the transaction ends, so that a removal waits and then sees what was created. For actions that would outlast a
 * membership; called before any permission check and other locks.
 */
export const lockMemberships = (tx: Tx, ...userIds: string[]) =>
  sql`select from organisation_members where user_id = any(${toUuidArray(userIds)}) order by user_id, org_id for key share`.execute(tx);

export const listOrganisationMemberIds = async (db: Db, orgId: string): Promise<string[]> =>
  (await db.selectFrom('organisation_members').select('user_id').where('org_id', '=', orgId).execute()).map((row) => row.user_id);

/** Accounts that own the row of the surrounding query: its account and the members of its organisation. */
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

/** True when a row belongs to the list; members also get their own objects. */
export const isOwnedBy = (table: OwnedTable, { userId, orgId }: OwnerScope) =>
  orgId === undefined
    ? sql<boolean>`${sql.table(table)}.user_id = ${userId}`
    : sql<boolean>`(${sql.table(table)}.org_id = ${orgId} or (${sql.table(table)}.user_id = ${userId} and ${sql.table(table)}.org_id is null))`;

/** Recipients of events about a row of the surrounding query, each once. */
export const selectAudience = (table: OwnedTable) =>
  sql<string[]>`array(select distinct people.user_id from ${selectOwnersAndMembers(table)} as people)`;
