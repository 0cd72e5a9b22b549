import type { Permission } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';

export interface NewShare {
  id: string;
  album_id: string;
  /** Account of the share; null for an address without an account. */
  user_id: string | null;
  email: string | null;
  permission: Permission;
  invited_by: string;
}

export const insertShares = (tx: Tx, shares: NewShare[]) => tx.insertInto('album_shares').values(shares).execute();

/** Shares the album with these accounts without an invitation, for reading. Accounts that it is shared with already keep their permission. */
export const shareAtOnce = (tx: Tx, { albumId, userIds, invitedBy }: { albumId: string; userIds: string[]; invitedBy: string }) =>
  sql`insert into album_shares (id, album_id, user_id, permission, invited_by, accepted_at)
    select share.id, ${albumId}::uuid, share.user_id, 'read', ${invitedBy}::uuid, now()
    from unnest(${userIds.map(() => newId())}::uuid[], ${userIds}::uuid[]) as share (id, user_id)
    on conflict (album_id, user_id) where user_id is not null do update set accepted_at = coalesce(album_shares.accepted_at, now()), updated_at = now()`.execute(
    tx,
  );

export const listShares = (db: Db, albumId: string) =>
  db.selectFrom('album_shares').select(['id', 'user_id', 'email', 'permission']).where('album_id', '=', albumId).orderBy('id').execute();

export const updatePermission = (tx: Tx, id: string, permission: Permission) =>
  tx.updateTable('album_shares').set({ permission, updated_at: sql`now()` }).where('id', '=', id).execute();

/** Deletes shares of members by id and of invited addresses by email. Returns the accounts of the deleted shares. */
export const deleteShares = async (tx: Tx, albumId: string, { ids, emails }: { ids: string[]; emails: string[] }) => {
  const result = await sql<{ user_id: string | null }>`
    delete from album_shares where album_id = ${albumId} and (user_id = any(${ids}::uuid[]) or email = any(${emails}::text[]))
    returning user_id`.execute(tx);
  return result.rows;
};

/** Locks the invitation while its album exists, so that an answer and a removal run one after the other. */
export const lockInvitation = (tx: Tx, id: string) =>
  tx
    .selectFrom('album_shares')
    .innerJoin('albums', 'albums.id', 'album_shares.album_id')
    .select(['album_shares.album_id', 'album_shares.user_id', 'album_shares.invited_by', 'albums.name as album_name'])
    .where('album_shares.id', '=', id)
    .where('albums.deleted_at', 'is', null)
    .forUpdate('album_shares')
    .executeTakeFirst();

export const acceptShare = (tx: Tx, id: string) =>
  tx
    .updateTable('album_shares')
    .set({ accepted_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .executeTakeFirst();

/** Accepts all invitations that waited for this address, except to albums that the account owns or is already in. */
export async function acceptInvitationsByEmail(
  tx: Tx,
  userId: string,
  email: string,
): Promise<{ album_id: string; invited_by: string; name: string }[]> {
  const joined = await sql<{ album_id: string; invited_by: string; name: string }>`
    update album_shares share set user_id = ${userId}, email = null, accepted_at = now(), updated_at = now()
    from albums
    where share.email = ${email.toLowerCase()} and albums.id = share.album_id and albums.created_by <> ${userId}
      and not exists (select from album_shares other where other.album_id = share.album_id and other.user_id = ${userId})
    returning share.album_id, share.invited_by, albums.name`.execute(tx);
  await tx.deleteFrom('album_shares').where('email', '=', email.toLowerCase()).execute();
  return joined.rows;
}

/** Transfers invitations to the album's owner when the inviter is deleted or leaves this organisation. Invited people stay as guests of the owner. */
export const reassignInvitations = (tx: Tx, userId: string, orgId: string | null = null) =>
  sql`update album_shares share set invited_by = albums.created_by from albums
    where albums.id = share.album_id and share.invited_by = ${userId} and albums.created_by <> ${userId}
      and (${orgId}::uuid is null or albums.org_id = ${orgId})`.execute(tx);

/** Deletes the shares of a member, who loses access to all albums on leaving the organisation. */
export const deleteMemberShares = (tx: Tx, orgId: string, userId: string) =>
  sql`delete from album_shares using albums
    where albums.id = album_shares.album_id and albums.org_id = ${orgId} and album_shares.user_id = ${userId}`.execute(tx);
