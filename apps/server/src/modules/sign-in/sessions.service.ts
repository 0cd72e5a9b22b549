import { getConsoleRole, LIMITS, platform as platforms, role as roles, type SignInMethod, STEP_UP_MS, type User } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { CountedAttempt } from '../../platform/limits/attempt-limits.ts';
import { getSessionRoom, type Live } from '../../platform/live/live.ts';
import type { Ports } from '../../platform/ports.ts';
import { createToken, hashToken } from '../../platform/security/tokens.ts';
import type { SecurityLog } from '../../platform/security-log.ts';
import type { Person } from '../access/index.ts';
import { type accountsModule, hasConsented, isStaff } from '../accounts/index.ts';
import type { ModuleApi, Platform } from '../define-module.ts';
import type { AuthenticationResponse, passkeysModule } from '../passkeys/index.ts';
import { lacksSecondFactor, type secondFactorsModule } from '../second-factors/index.ts';
import { deleteSessionEnds, endSessionsOf } from './ended-sessions.store.ts';
import { type KnownBrowsersService, MAX_BROWSERS_PER_ACCOUNT } from './known-browsers.service.ts';
import type { MediaTokens } from './media-tokens.ts';
import { assertEnabled, assertPassword, type VerifiedPassword } from './password-attempts.service.ts';
import type { SessionActivityService } from './session-activity.service.ts';
import { createSessionList, type EndAllSessions } from './session-list.service.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  findAccountById,
  findAccountForSignIn,
  findSession,
  insertSession,
  type SignInProof,
  updateSteppedUpAt,
} from './sessions.store.ts';
import { viewings } from './sign-in.events.ts';

export interface SessionsDeps {
  db: Database;
  clock: Clock;
  live: Live;
  accounts: Pick<ModuleApi<typeof accountsModule>, 'openPassword' | 'loadUser'>;
  factors: Pick<ModuleApi<typeof secondFactorsModule>, 'verify' | 'completeRecovery' | 'requestRecovery'>;
  passkeys: Pick<ModuleApi<typeof passkeysModule>, 'verify'>;
  browsers: Pick<KnownBrowsersService, 'describe'>;
  mediaTokens: MediaTokens;
  activity: SessionActivityService;
  securityLog: SecurityLog;
  secondFactor: Platform['secondFactor'];
  port: Ports['port'];
}

export interface OpenedSession {
  token: string;
  mediaToken: string;
  /** Cookie by which the account knows this browser from now on. */
  browserToken: string;
  user: User;
}

export interface Visitor {
  userAgent: string;
  address: string;
  /** Cookie of a browser in which an account was used before. */
  cookie: string | undefined;
}

/** How a person signs in. */
interface Entry {
  method: SignInMethod;
  proof: SignInProof;
  /** The sign-in itself has given a second factor. */
  isSteppedUp: boolean;
  /** A second factor of this account was given in this browser, before or by now. */
  isTrusted: boolean;
  /** Attempt of a password whose count is taken back. */
  attempt: CountedAttempt | null;
}

/** An owner who has given the password of an account, and a code if the account has a second factor. */
interface VerifiedOwner {
  userId: string;
  /** Hash of the verified password. */
  passwordHash: string;
  isCodeVerified: boolean;
}

/** Second factor of a sign-in with the company's provider: given in this call, by the provider, or earlier in this browser. */
interface CompanySignInFactors {
  code: string | undefined;
  isCodeVerified: boolean;
  isGivenAtCompany: boolean;
  isTrusted: boolean;
}

type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** Returns the person of a session, without the account that the session is viewing. */
function toPerson(row: SessionRow, tokenHash: Buffer, { mode, now }: { mode: Platform['secondFactor']; now: Date }) {
  const standing = { role: roles.parse(row.role), isSuperAdmin: row.is_super_admin, platform: platforms.parse(row.platform) };
  const hasSecondFactor = row.second_factor_since !== null;
  const isSteppedUp = row.stepped_up_at !== null && now.getTime() - row.stepped_up_at.getTime() < STEP_UP_MS;
  const requirement = {
    mode,
    staffSince: row.staff_since,
    consoleRole: getConsoleRole(standing),
    requiredSince: row.required_since,
    hasSecondFactor,
  };
  return {
    kind: 'person' as const,
    userId: row.id,
    ...standing,
    hasConsented: hasConsented(row),
    sessionId: tokenHash.toString('hex'),
    apiToken: null,
    lacksSecondFactor: lacksSecondFactor(requirement, now),
    needsStepUp: hasSecondFactor && !isSteppedUp,
    expiresAt: row.expires_at,
  };
}

export function createSessionsService(deps: SessionsDeps) {
  const { db, clock, live, accounts, factors, passkeys, browsers, mediaTokens, activity, securityLog, secondFactor, port } = deps;
  const resolveSession = async (tokenHash: Buffer, idleMs?: number): Promise<Person | undefined> => {
    const row = await findSession(db, tokenHash, clock.now());
    if (!row || activity.isIdle(row)) return undefined;
    if (idleMs !== undefined) await activity.record(tokenHash, row, idleMs);
    const person = toPerson(row, tokenHash, { mode: secondFactor, now: clock.now() });
    return { ...person, viewing: isStaff(person.role) ? await port(viewings)(person) : null };
  };

  /** Ends all sessions of the account and their sockets, except the session that is kept. */
  const endAll: EndAllSessions = async (tx, userId, keptTokenHash, reason) => {
    for (const tokenHash of await endSessionsOf(tx, userId, keptTokenHash, { reason, at: clock.now() })) {
      await live.disconnect(tx, getSessionRoom(tokenHash.toString('hex')));
    }
  };

  /** SECOND_FACTOR_REQUIRED without a code, unless the account's recovery by email has ended. SECOND_FACTOR_INVALID. */
  const checkCode = async (userId: string, code: string | undefined): Promise<void> => {
    if (code !== undefined) await factors.verify(userId, code, 'sign-in');
    else if (!(await factors.completeRecovery(userId))) throw new AppError('SECOND_FACTOR_REQUIRED');
  };

  /** Opens a session, remembers the browser and records the sign-in. INCORRECT_PASSWORD when the account was changed or disabled in the meantime. */
  const openSession = async (
    userId: string,
    from: Visitor,
    { method, proof, isSteppedUp, isTrusted, attempt }: Entry,
  ): Promise<OpenedSession> => {
    const token = createToken();
    const now = clock.now();
    const browser = browsers.describe(userId, from.cookie, { isTrusted });
    const session = {
      token_hash: hashToken(token),
      user_id: userId,
      user_agent: from.userAgent,
      address: from.address,
      created_at: now,
      expires_at: new Date(now.getTime() + LIMITS.sessionMs),
      stepped_up_at: isSteppedUp ? now : null,
    };
    const record = { method, browser: browser.row, maxBrowsers: MAX_BROWSERS_PER_ACCOUNT, attempt };
    if (!(await insertSession(autocommit(db), session, proof, record))) throw new AppError('INCORRECT_PASSWORD');
    const user = await accounts.loadUser(db, userId);
    if (!user) throw new AppError('NO_USER_EXISTS');
    securityLog.recordSuccess('signed in', { account: userId, email: user.email, address: from.address, method });
    return { token, mediaToken: mediaTokens.create(session.token_hash), browserToken: browser.token, user };
  };

  return {
    endAll,
    /** Signs in with a password that was verified. SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID. */
    async signIn(
      { account, isTrustedBrowser, attempt }: VerifiedPassword,
      code: string | undefined,
      from: Visitor,
    ): Promise<OpenedSession> {
      const hasSecondFactor = account.second_factor_since !== null;
      const needsCode = hasSecondFactor && !isTrustedBrowser;
      if (needsCode) await checkCode(account.id, code);
      const proof = { passwordHash: account.password_hash, hasSecondFactor };
      return openSession(account.id, from, { method: 'password', proof, isSteppedUp: needsCode, isTrusted: hasSecondFactor, attempt });
    },

    /** A passkey verifies its owner and counts as two factors. PASSKEY_INVALID, USER_DISABLED, ACCOUNT_NOT_VERIFY. */
    async signInWithPasskey(response: AuthenticationResponse, from: Visitor): Promise<OpenedSession> {
      const { userId } = await passkeys.verify(response, 'sign-in');
      const user = await findAccountById(db, userId);
      if (!user) throw new AppError('PASSKEY_INVALID');
      assertEnabled(user);
      const proof = { passwordHash: null, hasSecondFactor: true };
      return openSession(userId, from, { method: 'passkey', proof, isSteppedUp: true, isTrusted: false, attempt: null });
    },

    /**
     * Signs in a person whom the company's provider has identified, which counts as the password. SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID,
     * USER_DISABLED, ACCOUNT_NOT_VERIFY.
     */
    async signInWithCompany(
      userId: string,
      from: Visitor,
      { code, isCodeVerified, isGivenAtCompany, isTrusted }: CompanySignInFactors,
    ): Promise<OpenedSession> {
      const user = await findAccountById(db, userId);
      if (!user) throw new AppError('NO_USER_EXISTS');
      assertEnabled(user);
      const hasSecondFactor = user.second_factor_since !== null;
      const needsCode = hasSecondFactor && !isCodeVerified && !isGivenAtCompany && !isTrusted;
      if (needsCode) await checkCode(user.id, code);
      const proof = { passwordHash: null, hasSecondFactor: hasSecondFactor || isGivenAtCompany };
      const isCodeGiven = hasSecondFactor && (needsCode || isCodeVerified);
      const isTrustedNow = isCodeGiven || (hasSecondFactor && isTrusted);
      return openSession(user.id, from, { method: 'company', proof, isSteppedUp: isCodeGiven, isTrusted: isTrustedNow, attempt: null });
    },

    /**
     * Verifies the password of an account, and a code if it has a second factor, also on a trusted browser. Returns the hash of the verified password.
     * SECOND_FACTOR_REQUIRED and the errors of a sign-in.
     */
    async verifyOwner(input: { email: string; password: string; code: string | undefined }): Promise<VerifiedOwner> {
      const password = await accounts.openPassword(input.password);
      const user = await assertPassword(await findAccountForSignIn(db, input.email), password);
      const isCodeVerified = user.second_factor_since !== null;
      if (isCodeVerified) await checkCode(user.id, input.code);
      return { userId: user.id, passwordHash: user.password_hash, isCodeVerified };
    },

    /** Emails a link that starts the recovery of a lost second factor. NOT_FOUND without a second factor. */
    requestFactorRecovery: ({ account }: Pick<VerifiedPassword, 'account'>): Promise<void> => factors.requestRecovery(account.id),

    /** The same with a passkey. PASSKEY_INVALID. */
    async stepUpWithPasskey(actor: Person, response: AuthenticationResponse, address: string): Promise<void> {
      const { userId } = await passkeys.verify(response, `step-up ${actor.sessionId}`);
      if (userId !== actor.userId) throw new AppError('PASSKEY_INVALID');
      await updateSteppedUpAt(autocommit(db), Buffer.from(actor.sessionId, 'hex'), clock.now());
      securityLog.recordSuccess('session confirmed', { account: userId, address, method: 'passkey' });
    },

    /** Confirms the session with a code, so that it may do sensitive operations for ten minutes. NOT_FOUND without a second factor. */
    async stepUp(actor: Person, code: string, address: string): Promise<void> {
      const tokenHash = Buffer.from(actor.sessionId, 'hex');
      const session = await findSession(db, tokenHash, clock.now());
      if (!session?.second_factor_since) throw new AppError('NOT_FOUND');
      await factors.verify(actor.userId, code, 'session');
      await updateSteppedUpAt(autocommit(db), tokenHash, clock.now());
      securityLog.recordSuccess('session confirmed', { account: actor.userId, address, method: 'code' });
    },

    async signOut(actor: Person): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await deleteSession(tx, Buffer.from(actor.sessionId, 'hex'), actor.userId);
        await live.disconnect(tx, getSessionRoom(actor.sessionId));
      });
    },

    ...createSessionList({ db, clock, live, endAll }),

    /** Returns the media token for a session that was passed in an address. */
    createMediaToken: (actor: Person): string => mediaTokens.create(Buffer.from(actor.sessionId, 'hex')),

    /** `idleMs`: for how long the user has been inactive; undefined where that is not known. */
    resolvePerson: (token: string, idleMs?: number) => resolveSession(hashToken(token), idleMs),

    /** Resolves the cookie that only opens files. */
    async resolveViewer(mediaToken: string): Promise<Person | undefined> {
      const tokenHash = mediaTokens.verify(mediaToken);
      return tokenHash && resolveSession(tokenHash);
    },

    async removeExpired(): Promise<void> {
      const now = clock.now();
      await deleteExpiredSessions(autocommit(db), now);
      await deleteSessionEnds(autocommit(db), new Date(now.getTime() - LIMITS.sessionMs));
    },
  };
}

export type SessionsService = ReturnType<typeof createSessionsService>;
