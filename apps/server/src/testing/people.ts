import type { Database, Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { hashPassword } from '../platform/security/password-hashing.ts';
import { createToken, hashToken } from '../platform/security/tokens.ts';

export const PASSWORD = 'correct horse';
/** Hash of PASSWORD, precomputed because each hash takes a core for a tenth of a second. */
const HASH = '$argon2id$v=19$m=19456,t=2,p=1$gxglbs2FSO6OxgV4N96wkA$LO6EcgzdFstK2FBsGFo2u5U3JzIzD1+X7GKoZlURz6k';
const DAY_MS = 86_400_000;

interface NewPerson {
  name: string;
  email: string;
  password?: string;
  hasAcceptedPrivacy?: boolean;
  /** True when onboarding is not finished, so that the album page shows it. */
  isNewcomer?: boolean;
}

/** Inserts the rows of a user who has signed up, verified the address, signed in and finished onboarding. */
export async function insertPerson(
  db: Database,
  { name, email, password = PASSWORD, hasAcceptedPrivacy = true, isNewcomer = false }: NewPerson,
): Promise<{ userId: string; token: string }> {
  const userId = newId();
  const now = new Date();
  const password_hash = password === PASSWORD ? HASH : await hashPassword(password);
  const privacy_accepted_at = hasAcceptedPrivacy ? now : null;
  const welcome_ended_at = isNewcomer ? null : now;
  return db.transaction().execute(async (tx) => {
    const user = { id: userId, name, email, password_hash, verified_at: now, privacy_accepted_at, welcome_ended_at };
    await tx.insertInto('users').values(user).execute();
    await tx.insertInto('albums').values({ id: newId(), name: 'My photos', album_type: 'default', created_by: userId }).execute();
    return { userId, token: await insertSession(tx, userId) };
  });
}

/** Inserts another session of the person and returns its token. */
export async function insertSession(db: Database | Tx, userId: string): Promise<string> {
  const token = createToken();
  const session = { token_hash: hashToken(token), user_id: userId, expires_at: new Date(Date.now() + DAY_MS) };
  await db.insertInto('sessions').values(session).execute();
  return token;
}
