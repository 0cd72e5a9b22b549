import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

const users = (tx: Tx) =>
  tx
    .selectFrom('users')
    .leftJoin('files', 'files.id', 'users.picture_file_id')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.role',
      'users.is_super_admin',
      'users.platform',
      'users.privacy_accepted_at',
      'users.disabled_at',
      'users.phone_no',
      'users.gender',
      sql<string | null>`to_char(users.date_of_birth, 'YYYY-MM-DD')`.as('date_of_birth'),
      'users.created_at',
      'files.id as picture_key',
      'files.mimetype as picture_mimetype',
      'files.original_name as picture_name',
      sql<{ id: string; orgRole: 'owner' | 'subAdmin' }[]>`coalesce((
        select json_agg(json_build_object('id', member.org_id, 'orgRole', member.org_role) order by member.joined_at, member.org_id)
        from organisation_members member where member.user_id = users.id), '[]')`.as('orgs'),
    ]);

/** An account as its owner sees it: with its picture and organisations. */
export type ProfileRow = Awaited<ReturnType<ReturnType<typeof users>['executeTakeFirstOrThrow']>>;

export const findProfile = (tx: Tx, id: string) => users(tx).where('users.id', '=', id).executeTakeFirst();
