import {
  API_TOKEN_LIMITS,
  API_TOKEN_PREFIX,
  type ApiToken,
  type CreateApiToken,
  type CreatedApiToken,
  getConsoleRole,
  platform as platforms,
  role as roles,
} from '@vitrine/contract';
import { CONSOLE_SCOPES } from '@vitrine/contract/scopes';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { maxEntries } from '../../platform/lru-options.ts';
import { createToken, hashToken } from '../../platform/security/tokens.ts';
import type { Person } from '../access/index.ts';
import { hasConsented, isStaff, type PasswordConfirmations } from '../accounts/index.ts';
import type { Platform } from '../define-module.ts';
import { lacksSecondFactor } from '../second-factors/index.ts';
import {
  type ApiTokenRow,
  countTokens,
  deleteToken,
  deleteTokensOf,
  findToken,
  insertToken,
  listTokens,
  updateLastUsedAt,
} from './api-tokens.store.ts';

export interface ApiTokensDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  proofs: PasswordConfirmations;
  secondFactor: Platform['secondFactor'];
}

const DAY_MS = 86_400_000;
/** Time for which a process caches a token, and so the longest time for which it accepts a revoked one. */
const CACHED_MS = 900;
const MAX_CACHED = 10_000;
/** The time of the last use is accurate to this. */
const USE_RECORDED_MS = 60_000;

const present = (row: ApiTokenRow): ApiToken => ({
  _id: row.id,
  name: row.name,
  scopes: row.scopes,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

/** Tokens with which programs call the API for an account, within scopes and until an end date. */
export function createApiTokensService({ db, clock, log, proofs, secondFactor }: ApiTokensDeps) {
  const cache = new LRUCache<string, { person: Person; lastUsedAt: Date | null }>({ ...maxEntries(MAX_CACHED), ttl: CACHED_MS });
  const recordedAt = new LRUCache<string, number>(maxEntries(MAX_CACHED));

  const load = async (token: string) => {
    const row = await findToken(db, hashToken(token), clock.now());
    if (!row) return undefined;
    const standing = { role: roles.parse(row.role), isSuperAdmin: row.is_super_admin, platform: platforms.parse(row.platform) };
    const person: Person = {
      kind: 'person',
      userId: row.user_id,
      ...standing,
      hasConsented: hasConsented(row),
      sessionId: '',
      lacksSecondFactor: lacksSecondFactor(
        {
          mode: secondFactor,
          staffSince: row.staff_since,
          consoleRole: getConsoleRole(standing),
          requiredSince: row.required_since,
          hasSecondFactor: row.second_factor_since !== null,
        },
        clock.now(),
      ),
      // Sensitive operations are closed to programs.
      needsStepUp: true,
      apiToken: { id: row.id, name: row.name, scopes: row.scopes },
      expiresAt: row.expires_at,
      viewing: null,
    };
    const found = { person, lastUsedAt: row.last_used_at };
    cache.set(token, found);
    return found;
  };

  /** Writes the time of use at most once a minute for each token of a process, without delaying the request. */
  const recordUse = (id: string, lastUsedAt: Date | null): void => {
    const now = clock.now();
    const last = Math.max(recordedAt.get(id) ?? 0, lastUsedAt?.getTime() ?? 0);
    if (now.getTime() - last < USE_RECORDED_MS) return;
    recordedAt.set(id, now.getTime());
    updateLastUsedAt(autocommit(db), id, now).catch((error: unknown) =>
      log.warn({ error }, 'The use of an API token could not be recorded'),
    );
  };

  return {
    async list(actor: Person): Promise<ApiToken[]> {
      return (await listTokens(db, actor.userId)).map(present);
    },

    /** INCORRECT_PASSWORD, API_TOKEN_LIMIT; INVALID for scopes of the console on an account without access to it. */
    async create(actor: Person, { name, scopes, days, password }: CreateApiToken): Promise<CreatedApiToken> {
      if (!isStaff(actor.role) && scopes.some((scope) => CONSOLE_SCOPES.includes(scope)))
        throw new AppError('INVALID', 'Scopes of the console need an account with access to it.');
      const proof = await proofs.confirm(actor, password);
      const token = `${API_TOKEN_PREFIX}${createToken()}`;
      return db.transaction().execute(async (tx) => {
        // Locks the account, so that its tokens are counted one after another.
        await proof.assertStillValid(tx);
        const now = clock.now();
        if ((await countTokens(tx, actor.userId, now)) >= API_TOKEN_LIMITS.perAccount) throw new AppError('API_TOKEN_LIMIT');
        const row = await insertToken(tx, {
          id: newId(),
          user_id: actor.userId,
          name,
          token_hash: hashToken(token),
          scopes: [...new Set(scopes)],
          created_at: now,
          expires_at: new Date(now.getTime() + days * DAY_MS),
        });
        return { ...present(row), token };
      });
    },

    async revoke(actor: Person, id: string): Promise<void> {
      if (!(await deleteToken(autocommit(db), actor.userId, id))) throw new AppError('NOT_FOUND');
    },

    revokeAll: (tx: Tx, userId: string) => deleteTokensOf(tx, userId),

    /** Resolves a token to its account; undefined for unknown, revoked and expired ones. A revoked token may be accepted for up to 0.9 s. */
    async resolve(token: string): Promise<Person | undefined> {
      const found = cache.get(token) ?? (await load(token));
      if (!found?.person.apiToken || found.person.expiresAt <= clock.now()) return undefined;
      recordUse(found.person.apiToken.id, found.lastUsedAt);
      return found.person;
    },
  };
}

export type ApiTokensService = ReturnType<typeof createApiTokensService>;
