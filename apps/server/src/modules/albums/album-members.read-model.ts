import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Whom the albums of a page are shared with, in the order in which they were invited: one query for all of them. */
export const listMembers = (tx: Tx, albumIds: string[]) =>
  tx
    .selectFrom('album_shares as share')
    .leftJoin('users', 'users.id', 'share.user_id')
    .select([
      'share.album_id',
      'share.permission',
      'share.invited_by',
      'share.user_id',
      'share.email as waiting_email',
      'users.name',
      'users.email',
      'users.role',
      'users.picture_file_id',
      sql<boolean>`share.accepted_at is not null`.as('is_accepted'),
    ])
    .where('share.album_id', 'in', albumIds)
    .orderBy('share.id')
    .execute();

export type MemberRow = Awaited<ReturnType<typeof listMembers>>[number];

/** The people behind the albums shared with somebody. */
export const listSharers = (tx: Tx, userIds: string[]) =>
  tx.selectFrom('users').select(['id', 'name', 'email', 'picture_file_id']).where('id', 'in', userIds).execute();

export type SharerRow = Awaited<ReturnType<typeof listSharers>>[number];

export const listOrganisationIds = async (tx: Tx, userId: string): Promise<string[]> =>
  (await tx.selectFrom('organisation_members').select('org_id').where('user_id', '=', userId).execute()).map((row) => row.org_id);
