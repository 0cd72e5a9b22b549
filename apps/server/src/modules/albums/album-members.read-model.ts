import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** Whom the albums of a page are shared with, in the order in which they were invited: one query for all of them. */
export const listAlbumMembers = (db: Db, albumIds: string[]) =>
  db
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

export type MemberRow = Awaited<ReturnType<typeof listAlbumMembers>>[number];

/** The people behind the albums shared with somebody. */
export const listInviters = (db: Db, userIds: string[]) =>
  db.selectFrom('users').select(['id', 'name', 'email', 'picture_file_id']).where('id', 'in', userIds).execute();

export type InviterRow = Awaited<ReturnType<typeof listInviters>>[number];
