import { SESSION_END_REASONS, type SessionEndReason } from '@vitrine/contract/session-activity';
import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database } from '../../platform/database/database.ts';
import { getSessionRoom, type Live } from '../../platform/live/live.ts';
import { hashToken } from '../../platform/security/tokens.ts';
import { isStaff } from '../accounts/index.ts';
import { endIdleStaffSessions, findSessionEndReason } from './ended-sessions.store.ts';
import { findSession, updateActiveAt } from './sessions.store.ts';

/** Activity is recorded at most once in this time, so that requests do not write. */
const RECORD_EVERY_MS = 60_000;

interface SessionActivity {
  role: string;
  active_at: Date;
}

interface Deps {
  db: Database;
  clock: Clock;
  live: Live;
  /** 0 for no limit. */
  staffIdleMs: number;
}

/** Ends sessions of staff that are not used. */
export function createSessionActivityService({ db, clock, live, staffIdleMs }: Deps) {
  const hasLimit = (session: SessionActivity) => staffIdleMs > 0 && isStaff(session.role);
  const isIdle = (session: SessionActivity): boolean =>
    hasLimit(session) && clock.now().getTime() - session.active_at.getTime() >= staffIdleMs;

  return {
    isIdle,

    /** Records activity `idleMs` ago, if the recorded one is older than a minute. */
    async record(tokenHash: Buffer, session: SessionActivity, idleMs: number): Promise<void> {
      if (!hasLimit(session)) return;
      const activeAt = new Date(clock.now().getTime() - idleMs);
      const recordedBefore = new Date(activeAt.getTime() - RECORD_EVERY_MS);
      if (session.active_at <= recordedBefore) await updateActiveAt(autocommit(db), tokenHash, activeAt, recordedBefore);
    },

    /** Returns why the session of this token ended; undefined when that is not known. */
    async findEnd(token: string): Promise<SessionEndReason | undefined> {
      const tokenHash = hashToken(token);
      const session = await findSession(db, tokenHash, clock.now());
      const reason = session && isIdle(session) ? 'idle' : await findSessionEndReason(db, tokenHash);
      return SESSION_END_REASONS.find((known) => known === reason);
    },

    /** Deletes idle sessions and closes their sockets, so that open pages go to sign-in. */
    endIdle: (): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const now = clock.now();
        for (const tokenHash of await endIdleStaffSessions(tx, new Date(now.getTime() - staffIdleMs), now))
          await live.disconnect(tx, getSessionRoom(tokenHash.toString('hex')));
      }),
  };
}

export type SessionActivityService = ReturnType<typeof createSessionActivityService>;
