import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

export async function listAccountExport(db: Db, userId: string): Promise<Record<string, unknown>> {
  const result = await sql<Record<string, unknown>>`
    select (select json_build_object('name', name, 'email', email, 'phoneNo', phone_no, 'gender', gender, 'dateOfBirth', date_of_birth,
        'createdAt', created_at, 'privacyAcceptedAt', privacy_accepted_at) from users where id = ${userId}) as account,
      (select coalesce(json_agg(json_build_object('street', street, 'city', city, 'state', state, 'zipcode', zipcode, 'country', country)), '[]')
        from addresses where user_id = ${userId}) as addresses`.execute(db);
  return result.rows[0] ?? {};
}
