import { hashPassword } from '../modules/accounts/passwords.ts';
import { hashToken, newToken } from '../modules/accounts/secrets.ts';
import type { Database } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';

export const PASSWORD = 'correct horse';
/** Of PASSWORD, made once: each hash takes a core for a tenth of a second. */
const HASH = '$argon2id$v=19$m=19456,t=2,p=1$gxglbs2FSO6OxgV4N96wkA$LO6EcgzdFstK2FBsGFo2u5U3JzIzD1+X7GKoZlURz6k';
const DAY_MS = 86_400_000;

/** The rows that signing up, following the mail's link and signing in leave behind. */
export async function insertPerson(
  db: Database,
  { name, email, password = PASSWORD }: { name: string; email: string; password?: string },
): Promise<{ userId: string; token: string }> {
  const userId = newId();
  const token = newToken();
  const now = new Date();
  const password_hash = password === PASSWORD ? HASH : await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('users').values({ id: userId, name, email, password_hash, verified_at: now }).execute();
    await tx.insertInto('albums').values({ id: newId(), name: 'My photos', album_type: 'default', created_by: userId }).execute();
    const session = { token_hash: hashToken(token), user_id: userId, expires_at: new Date(now.getTime() + DAY_MS) };
    await tx.insertInto('sessions').values(session).execute();
  });
  return { userId, token };
}
