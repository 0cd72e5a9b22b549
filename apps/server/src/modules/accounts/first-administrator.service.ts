import { newPasswordWithLetter } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { hashPassword } from '../../platform/security/password-hashing.ts';
import { createToken } from '../../platform/security/tokens.ts';
import { findUserByEmail, hasSuperAdmin, insertUser } from './accounts.store.ts';
import { isCommonPassword, isNamePassword } from './password-policy.ts';

const NAME = 'Administrator';

/** Makes the super-admin of an empty installation; answers the password when it was made up here. */
export async function ensureAdministrator(
  db: Database,
  clock: Clock,
  wanted: { email: string; password: string | undefined },
): Promise<{ email: string; password: string } | undefined> {
  if (await hasSuperAdmin(db)) return undefined;
  if (wanted.password !== undefined && !isAcceptablePassword(wanted.password, wanted.email)) {
    throw new Error('ADMIN_PASSWORD is too easy to guess. Choose another password, or leave it empty to generate one.');
  }
  const password = wanted.password ?? createToken().slice(0, 16);
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('vitrine first administrator'))`.execute(tx);
    if ((await hasSuperAdmin(tx)) || (await findUserByEmail(tx, wanted.email))) return undefined;
    const now = clock.now();
    await insertUser(tx, {
      id: newId(),
      name: NAME,
      email: wanted.email,
      password_hash: passwordHash,
      role: 'admin',
      is_super_admin: true,
      platform: 'PP',
      verified_at: now,
      privacy_accepted_at: now,
    });
    return wanted.password ? undefined : { email: wanted.email, password };
  });
}

const isAcceptablePassword = (password: string, email: string) =>
  newPasswordWithLetter.safeParse(password).success && !isCommonPassword(password) && !isNamePassword(password, { name: NAME, email });
