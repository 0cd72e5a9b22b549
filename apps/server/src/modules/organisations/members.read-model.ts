import { type OrgRole, orgRole } from '@vitrine/contract';
import { sql } from 'kysely';
import { type Db, toUuidArray } from '../../platform/database/database.ts';

/** Undefined for accounts that are not members. */
export const findRole = async (db: Db, orgId: string, userId: string): Promise<OrgRole | undefined> => {
  const row = await db
    .selectFrom('organisation_members')
    .select('org_role')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && orgRole.parse(row.org_role);
};

/** Whom mails and notifications name and reach. */
export interface MemberContact {
  id: string;
  name: string;
  email: string;
  disabled_at: Date | null;
}

const selectMemberContacts = (db: Db) =>
  db
    .selectFrom('organisation_members as member')
    .innerJoin('users', 'users.id', 'member.user_id')
    .select(['users.id', 'users.name', 'users.email', 'users.disabled_at']);

export const findOwnerContact = (db: Db, orgId: string): Promise<MemberContact | undefined> =>
  selectMemberContacts(db).where('member.org_id', '=', orgId).where('member.org_role', '=', 'owner').executeTakeFirst();

/** Lists members without the owner, in the order in which they joined. */
export const listMemberContacts = (db: Db, orgId: string): Promise<MemberContact[]> =>
  selectMemberContacts(db)
    .where('member.org_id', '=', orgId)
    .where('member.org_role', '=', 'subAdmin')
    .orderBy('member.joined_at')
    .orderBy('users.id')
    .execute();

/** Its owner first, then in the order in which they joined. */
export const listMembers = (db: Db, orgId: string) =>
  db
    .selectFrom('organisation_members as member')
    .innerJoin('users', 'users.id', 'member.user_id')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.phone_no',
      'users.gender',
      'users.picture_file_id',
      'member.org_role',
      'member.joined_at',
      sql<boolean>`exists (select from organisation_members own where own.user_id = users.id and own.org_role = 'owner')`.as('owns_one'),
    ])
    .where('member.org_id', '=', orgId)
    .orderBy(sql`member.org_role <> 'owner'`)
    .orderBy('member.joined_at')
    .orderBy('users.id')
    .execute();

export type MemberRow = Awaited<ReturnType<typeof listMembers>>[number];

export const countMembers = async (db: Db, orgId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('organisation_members')
    .select(sql<number>`count(*)`.as('count'))
    .where('org_id', '=', orgId)
    .where('org_role', '=', 'subAdmin')
    .executeTakeFirstOrThrow();
  return count;
};

const selectCandidates = (db: Db) =>
  db
    .selectFrom('users')
    .select([
      'id',
      'name',
      sql<string>`lower(email)`.as('email'),
      'role',
      'disabled_at',
      sql<boolean>`verified_at is not null`.as('is_verified'),
      sql<string[]>`array(select org_id from organisation_members where user_id = users.id)`.as('org_ids'),
    ]);

/** Accounts with one of these addresses, given in lower case, verified or not. */
export const findCandidates = (db: Db, emails: readonly string[]) =>
  selectCandidates(db).where(sql<string>`lower(email)`, 'in', emails).orderBy('id').execute();

export const findCandidate = (db: Db, userId: string) => selectCandidates(db).where('id', '=', userId).executeTakeFirst();

export type CandidateRow = Awaited<ReturnType<typeof findCandidates>>[number];

/**
 * Lists these people and the account with the address, which must be on the same platform as the user `notId`. Accounts that can belong to no family
 * are left out. Sorts the account with the address first.
 */
export const listSuggestedPeople = (
  db: Db,
  { notId: excludedId, ids, email }: { notId: string; ids: string[]; email: string },
  limit: number,
) =>
  db
    .selectFrom('users')
    .select([
      'id',
      'name',
      'email',
      'picture_file_id',
      sql<boolean>`not exists (select from organisation_members where user_id = users.id)`.as('can_be_added'),
    ])
    .where(
      sql<boolean>`(id = any(${toUuidArray(ids)}) or (lower(email) = ${email} and platform = (select own.platform from users own where own.id = ${excludedId})))`,
    )
    .where('id', '<>', excludedId)
    .where('role', '=', 'user')
    .where('verified_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .orderBy(sql`lower(email) <> ${email}`)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(limit)
    .execute();

export type SuggestedPersonRow = Awaited<ReturnType<typeof listSuggestedPeople>>[number];

export async function listOrganisationsExport(db: Db, userId: string): Promise<Record<string, unknown>> {
  const result = await sql<Record<string, unknown>>`
    select coalesce(json_agg(json_build_object('name', organisations.name, 'role', member.org_role, 'joinedAt', member.joined_at,
        'invited', case when member.org_role = 'owner' then array(
          select email from organisation_invitations invitation where invitation.org_id = organisations.id order by created_at, id) end)
      order by member.joined_at, organisations.id), '[]') as families,
      (select coalesce(json_agg(json_build_object('family', organisations.name, 'createdAt', invitation.created_at, 'declinedAt', declined_at)
        order by invitation.created_at, invitation.id), '[]')
        from organisation_invitations invitation join organisations on organisations.id = invitation.org_id
        where invitation.user_id = ${userId}) as "familyInvitations",
      (select coalesce(json_agg(json_build_object('leftAt', left_at, 'wasRemoved', was_removed) order by left_at, org_id), '[]')
        from former_members where user_id = ${userId}) as "formerFamilies"
    from organisation_members member join organisations on organisations.id = member.org_id where member.user_id = ${userId}`.execute(db);
  return result.rows[0] ?? {};
}
