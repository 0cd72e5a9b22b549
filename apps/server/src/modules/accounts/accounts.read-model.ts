import type { User } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { AccountExpression } from './accounts.events.ts';

interface ProfileExpressions {
  orgs: AccountExpression<User['orgs']>;
  subscriptionId: AccountExpression<string | null>;
}

/** Returns an account as its owner sees it, with data of other modules, but without its picture. */
export const findProfile = (db: Db, id: string, { orgs, subscriptionId }: ProfileExpressions) =>
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
      orgs(sql.ref('users.id')).as('orgs'),
      subscriptionId(sql.ref('users.id')).as('subscription_id'),
    ])
    .where('users.id', '=', id)
    .executeTakeFirst();

export type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

export async function listAccountExport(db: Db, userId: string): Promise<Record<string, unknown>> {
  const result = await sql<Record<string, unknown>>`
    select (select json_build_object('name', name, 'email', email, 'phoneNo', phone_no, 'gender', gender, 'dateOfBirth', date_of_birth,
        'createdAt', created_at, 'privacyAcceptedAt', privacy_accepted_at) from users where id = ${userId}) as account,
      (select coalesce(json_agg(json_build_object('street', street, 'city', city, 'state', state, 'zipcode', zipcode, 'country', country)), '[]')
        from addresses where user_id = ${userId}) as addresses`.execute(db);
  return result.rows[0] ?? {};
}
