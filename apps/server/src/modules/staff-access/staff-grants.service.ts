import type { GrantAnswer, GrantDuration, StaffAccessMode, StaffGrant, ViewOptions } from '@vitrine/contract';
import { grantDuration } from '@vitrine/contract';
import { can } from '@vitrine/contract/capabilities';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { getPersonRoom, type Live } from '../../platform/live/live.ts';
import { insertAuditEntry, type Person } from '../access/index.ts';
import { canView, endOf, isReadOnlyFor, isRecentlyRefused, stateOf } from './staff-access.rules.ts';
import { findGrant, type GrantRow, listGrants, lockGrant, updateGrant, upsertRequest } from './staff-grants.store.ts';
import type { StaffViewsService } from './staff-views.service.ts';
import { endPermittedViews, findAccount, lockSession } from './staff-views.store.ts';

interface Deps {
  db: Database;
  clock: Clock;
  live: Live;
  mode: StaffAccessMode;
  views: StaffViewsService;
}

interface Request {
  userId: string;
  duration: GrantDuration;
  message: string;
}

/** Requests of staff to view an account, and the user's answers. */
export function createStaffGrants({ db, clock, live, mode, views }: Deps) {
  const nudge = (tx: Tx, userId: string) =>
    live.send(tx, [
      { namespace: 'notification', rooms: [getPersonRoom(userId)], event: 'notification', payload: { topic: 'notifications' } },
    ]);

  const options = async (reader: Db, actor: Person, userId: string): Promise<ViewOptions> => {
    const account = await findAccount(reader, userId);
    if (!account || !canView(actor, account)) throw new AppError('NOT_FOUND');
    const grant = mode === 'consent' ? await findGrant(reader, userId, actor.userId) : undefined;
    return {
      name: account.name,
      mode,
      isViewing: actor.viewing?.userId === userId,
      isReadOnly: isReadOnlyFor(actor),
      canOverride: mode === 'consent' && can(actor, 'people.override'),
      request: grant ? presentRequest(grant, clock.now()) : null,
    };
  };

  return {
    options: (actor: Person, userId: string): Promise<ViewOptions> => options(db, actor, userId),

    /** Requests permission to view an account. NOT_FOUND, INVALID when no permission is required, CONSENT_WAITING, CONSENT_DENIED. */
    request: (actor: Person, { userId, duration, message }: Request): Promise<ViewOptions> =>
      db.transaction().execute(async (tx) => {
        const account = await findAccount(tx, userId);
        if (!account || !canView(actor, account)) throw new AppError('NOT_FOUND');
        if (mode === 'open') throw new AppError('INVALID', 'Accounts can be viewed here without a request.');
        // Serialize the requests of this staff member across sessions.
        await lockSession(tx, actor.userId);
        const now = clock.now();
        const previous = await findGrant(tx, userId, actor.userId);
        const state = previous && stateOf(previous, now);
        if (state === 'waiting' || state === 'allowed') throw new AppError('CONSENT_WAITING');
        if (previous && isRecentlyRefused(previous, now)) throw new AppError('CONSENT_DENIED');
        await upsertRequest(tx, { id: newId(), user_id: userId, staff_id: actor.userId, duration, message, asked_at: now });
        await insertAuditEntry(tx, { actorId: actor.userId, userId, action: 'account.viewRequest', detail: { duration, message } });
        await nudge(tx, userId);
        return options(tx, actor, userId);
      }),

    /** Lists open requests to the user and active permissions. */
    async list(actor: Person): Promise<StaffGrant[]> {
      const now = clock.now();
      const rows = await listGrants(db, actor.userId);
      return rows.map((row) => presentGrant(row, now)).filter(({ state }) => state === 'waiting' || state === 'allowed');
    },

    /** Answers a request or revokes a permission. NOT_FOUND when its state does not allow the answer, for example after an earlier answer. */
    answer: (actor: Person, id: string, decision: GrantAnswer): Promise<StaffGrant> =>
      db.transaction().execute(async (tx) => {
        const row = await lockGrant(tx, id, actor.userId);
        const now = clock.now();
        if (!row || stateOf(row, now) !== (decision.answer === 'revoke' ? 'allowed' : 'waiting')) throw new AppError('NOT_FOUND');
        const answer =
          decision.answer === 'allow'
            ? { state: 'allowed' as const, duration: decision.duration, answered_at: now, ends_at: endOf(decision.duration, now) }
            : { state: decision.answer === 'deny' ? ('denied' as const) : ('revoked' as const), answered_at: now, ends_at: null };
        await updateGrant(tx, id, answer);
        if (answer.state === 'revoked') await views.auditEnded(tx, await endPermittedViews(tx, actor.userId, row.staff_id, now));
        const detail = { staff: row.staff_id, answer: answer.state, duration: answer.state === 'allowed' ? answer.duration : null };
        await insertAuditEntry(tx, { actorId: actor.userId, userId: actor.userId, action: 'account.viewAnswer', detail });
        await live.revoke(tx);
        await nudge(tx, actor.userId);
        return presentGrant({ ...row, ...answer }, now);
      }),
  };
}

export type StaffGrantsService = ReturnType<typeof createStaffGrants>;

const presentRequest = (row: GrantRow, now: Date): NonNullable<ViewOptions['request']> => ({
  state: stateOf(row, now),
  duration: grantDuration.parse(row.duration),
  askedAt: row.asked_at.toISOString(),
  endsAt: row.ends_at?.toISOString() ?? null,
});

const presentGrant = (row: GrantRow, now: Date): StaffGrant => ({
  _id: row.id,
  staffName: row.staff_name,
  message: row.message,
  ...presentRequest(row, now),
});
