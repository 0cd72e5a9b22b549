import { type ActiveSession, LIMITS, platform as platforms, role as roles, type User } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { getSessionRoom, type Live } from '../../platform/live/live.ts';
import type { Ports } from '../../platform/ports.ts';
import { hashPassword, verifyPassword } from '../../platform/security/password-hashing.ts';
import { createToken, hashToken } from '../../platform/security/tokens.ts';
import type { Person } from '../access/index.ts';
import { type accountsModule, hasConsented, isStaff } from '../accounts/index.ts';
import type { ModuleApi } from '../define-module.ts';
import type { MediaTokens } from './media-tokens.ts';
import {
  deleteExpiredSessions,
  deleteOtherSessions,
  deleteSession,
  findAccountForSignIn,
  findSession,
  insertSession,
  listSessions,
} from './sessions.store.ts';
import { viewings } from './sign-in.events.ts';

export interface SessionsDeps {
  db: Database;
  clock: Clock;
  live: Live;
  accounts: Pick<ModuleApi<typeof accountsModule>, 'openPassword' | 'loadUser'>;
  mediaTokens: MediaTokens;
  port: Ports['port'];
}

const MAX_USER_AGENT = 300;
const getPublicSessionId = (tokenHash: Buffer) => tokenHash.toString('hex').slice(0, 32);

export function createSessionsService({ db, clock, live, accounts, mediaTokens, port }: SessionsDeps) {
  const resolveSession = async (tokenHash: Buffer): Promise<Person | undefined> => {
    const row = await findSession(db, tokenHash, clock.now());
    if (!row) return undefined;
    const person = {
      kind: 'person' as const,
      userId: row.id,
      role: roles.parse(row.role),
      isSuperAdmin: row.is_super_admin,
      platform: platforms.parse(row.platform),
      hasConsented: hasConsented(row),
      sessionId: tokenHash.toString('hex'),
      expiresAt: row.expires_at,
    };
    return { ...person, viewing: isStaff(person.role) ? await port(viewings)(person) : null };
  };

  /** Ends all sessions of the account and their sockets, except the session that is kept. */
  const endAll = async (tx: Tx, userId: string, keptTokenHash: Buffer | null): Promise<void> => {
    for (const { token_hash } of await deleteOtherSessions(tx, userId, keptTokenHash)) {
      await live.disconnect(tx, getSessionRoom(token_hash.toString('hex')));
    }
  };

  return {
    endAll,
    async signIn(
      input: { email: string; password: string },
      from: { userAgent: string; address: string },
    ): Promise<{ token: string; mediaToken: string; user: User }> {
      const password = await accounts.openPassword(input.password);
      const user = await findAccountForSignIn(db, input.email);
      if (!user) {
        // The specification names the unknown address; the time it takes must not say more than that.
        await hashPassword(password);
        throw new AppError('NO_USER_EXISTS');
      }
      if (!(await verifyPassword(user.password_hash, password))) throw new AppError('INCORRECT_PASSWORD');
      if (user.disabled_at !== null) throw new AppError('USER_DISABLED');
      if (user.verified_at === null) throw new AppError('ACCOUNT_NOT_VERIFY');
      const token = createToken();
      const now = clock.now();
      const session = {
        token_hash: hashToken(token),
        user_id: user.id,
        user_agent: from.userAgent.slice(0, MAX_USER_AGENT),
        address: from.address,
        created_at: now,
        expires_at: new Date(now.getTime() + LIMITS.sessionMs),
      };
      // Changed or disabled while the password was looked at.
      if (!(await insertSession(autocommit(db), session, user.password_hash))) throw new AppError('INCORRECT_PASSWORD');
      const seen = await accounts.loadUser(db, user.id);
      if (!seen) throw new AppError('NO_USER_EXISTS');
      return { token, mediaToken: mediaTokens.create(session.token_hash), user: seen };
    },

    async signOut(actor: Person): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await deleteSession(tx, Buffer.from(actor.sessionId, 'hex'), actor.userId);
        await live.disconnect(tx, getSessionRoom(actor.sessionId));
      });
    },

    /** Lists the account's sessions. A session is identified by the first half of its hash, which grants no access. */
    async list(actor: Person): Promise<ActiveSession[]> {
      const rows = await listSessions(db, actor.userId, clock.now());
      return rows.map((row) => ({
        _id: getPublicSessionId(row.token_hash),
        userAgent: row.user_agent,
        address: row.address,
        createdAt: row.created_at.toISOString(),
        expiresAt: row.expires_at.toISOString(),
        isCurrent: row.token_hash.toString('hex') === actor.sessionId,
      }));
    },

    async endSession(actor: Person, id: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const rows = await listSessions(tx, actor.userId, clock.now());
        const found = rows.find((row) => getPublicSessionId(row.token_hash) === id);
        if (!found) throw new AppError('NOT_FOUND');
        await deleteSession(tx, found.token_hash, actor.userId);
        await live.disconnect(tx, getSessionRoom(found.token_hash.toString('hex')));
      });
    },

    async endOtherSessions(actor: Person): Promise<void> {
      await db.transaction().execute((tx) => endAll(tx, actor.userId, Buffer.from(actor.sessionId, 'hex')));
    },

    /** Returns the media token for a session that was passed in an address. */
    createMediaToken: (actor: Person): string => mediaTokens.create(Buffer.from(actor.sessionId, 'hex')),

    resolvePerson: (token: string) => resolveSession(hashToken(token)),

    /** Resolves the cookie that only opens files. */
    async resolveViewer(mediaToken: string): Promise<Person | undefined> {
      const tokenHash = mediaTokens.verify(mediaToken);
      return tokenHash && resolveSession(tokenHash);
    },

    removeExpired: () => deleteExpiredSessions(autocommit(db), clock.now()),
  };
}

export type SessionsService = ReturnType<typeof createSessionsService>;
