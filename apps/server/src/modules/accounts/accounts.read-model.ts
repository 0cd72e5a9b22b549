import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** An account as its owner sees it, but for what other modules know of it. */
export const findProfile = (db: Db, id: string) =>
  db
    .selectFrom('users')
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
      'users.picture_file_id',
      'users.show_menu',
      'users.welcome_ended_at',
    ])
    .where('users.id', '=', id)
    .executeTakeFirst();

export type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>;
