import type { ActiveSession } from '@vitrine/contract';
import type { SessionEndReason } from '@vitrine/contract/session-activity';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { getSessionRoom, type Live } from '../../platform/live/live.ts';
import type { Person } from '../access/index.ts';
import { beginAdminChange } from '../accounts/index.ts';
import { endSession } from './ended-sessions.store.ts';
import { forgetSecondFactor } from './known-browsers.store.ts';
import { listSessions } from './sessions.store.ts';

export type EndAllSessions = (tx: Tx, userId: string, keptTokenHash: Buffer | null, reason: SessionEndReason) => Promise<void>;

interface Deps {
  db: Database;
  clock: Clock;
  live: Live;
  endAll: EndAllSessions;
}

const getPublicSessionId = (tokenHash: Buffer) => tokenHash.toString('hex').slice(0, 32);

/** Lists and ends sessions: those of the own account, and for administrators those of others. */
export function createSessionList({ db, clock, live, endAll }: Deps) {
  return {
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
        await endSession(tx, actor.userId, found.token_hash, { reason: 'elsewhere', at: clock.now() });
        await live.disconnect(tx, getSessionRoom(found.token_hash.toString('hex')));
      });
    },

    async endOtherSessions(actor: Person): Promise<void> {
      await db.transaction().execute((tx) => endAll(tx, actor.userId, Buffer.from(actor.sessionId, 'hex'), 'elsewhere'));
    },

    /**
     * Ends all sessions of another account, whose browsers then need a second factor again. A super-admin's account needs another super-admin.
     * OWN_ACCOUNT, NOT_FOUND.
     */
    endSessionsOfAccount: (actor: Person, userId: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await beginAdminChange(tx, { actor, userId, action: 'account.sessions' });
        if (userId === actor.userId) throw new AppError('OWN_ACCOUNT');
        await endAll(tx, userId, null, 'administrator');
        await forgetSecondFactor(tx, userId);
      }),
  };
}
