import type { AccountView, StaffAccessMode, StaffVisit } from '@vitrine/contract';
import { viewedKind } from '@vitrine/contract';
import { can } from '@vitrine/contract/capabilities';
import type { Clock } from '../../platform/clock.ts';
import { type Database, isDatabaseError, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { insertAuditEntry, type Person, type Viewing } from '../access/index.ts';
import { canView, isReadOnlyFor, stateOf, VIEW_MS } from './staff-access.rules.ts';
import { findGrant } from './staff-grants.store.ts';
import {
  deleteOldViews,
  endStaleViews,
  endViewOfSession,
  endViewsOfAccount,
  findAccount,
  findOpenView,
  insertView,
  isViewOpen,
  listItems,
  listVisits,
  lockSession,
  type OpenView,
  type ViewRow,
} from './staff-views.store.ts';
import type { ViewCounts } from './view-counts.ts';

/** Interval at which long responses check that the view is still open, in milliseconds. */
const RECHECK_MS = 3000;
/** Retention of views in 'Recent activity'. The audit trail keeps them longer. */
const KEPT_MS = 400 * 86_400_000;
const SWEEP_BATCH = 100;

export interface StaffViewsDeps {
  db: Database;
  clock: Clock;
  mode: StaffAccessMode;
  counts: ViewCounts;
}

export function createStaffViews({ db, clock, mode, counts }: StaffViewsDeps) {
  /** Audits the numbers of items that were opened in views that have just ended. */
  const auditEnded = async (tx: Tx, views: readonly ViewRow[]): Promise<void> => {
    if (views.length === 0) return;
    const items = Map.groupBy(
      await listItems(
        tx,
        views.map(({ id }) => id),
      ),
      (item) => item.view_id,
    );
    for (const view of views) {
      const opened = Object.fromEntries((items.get(view.id) ?? []).map((item) => [item.kind, item.items]));
      const detail = { view: view.id, startedAt: view.started_at.toISOString(), opened };
      await insertAuditEntry(tx, { actorId: view.staff_id, userId: view.user_id, action: 'account.viewed', detail });
    }
  };

  /** Returns the end of the view. CONSENT_REQUIRED without a permission or a super-admin's reason. */
  const determineEnd = async (
    tx: Tx,
    actor: Person,
    userId: string,
    reason: string | undefined,
  ): Promise<{ isPermitted: boolean; until: Date }> => {
    const now = clock.now();
    const until = new Date(now.getTime() + VIEW_MS);
    if (mode === 'open') return { isPermitted: false, until };
    const grant = await findGrant(tx, userId, actor.userId);
    if (grant && stateOf(grant, now) === 'allowed')
      return { isPermitted: true, until: grant.ends_at !== null && grant.ends_at < until ? grant.ends_at : until };
    if (reason !== undefined && can(actor, 'people.override')) return { isPermitted: false, until };
    throw new AppError('CONSENT_REQUIRED');
  };

  /** Returns false for views that lost their basis, for example because consent became required after they were opened. */
  const isInForce = (staff: Omit<Person, 'viewing'>, row: OpenView): boolean =>
    canView(staff, { ...row, id: row.user_id }) && (mode === 'open' || row.is_permitted || row.reason !== null);

  const begin = async (tx: Tx, actor: Person, userId: string, reason: string | undefined): Promise<AccountView> => {
    const account = await findAccount(tx, userId);
    if (!account || !canView(actor, account)) throw new AppError('NOT_FOUND');
    const staff = await findAccount(tx, actor.userId);
    const { isPermitted, until } = await determineEnd(tx, actor, userId, reason);
    const now = clock.now();
    const isOverride = reason !== undefined && !isPermitted && can(actor, 'people.override');
    const view = {
      id: newId(),
      user_id: userId,
      staff_id: actor.userId,
      is_read_only: isReadOnlyFor(actor),
      is_permitted: isPermitted,
      reason: isOverride ? reason : null,
      started_at: now,
      expires_at: until,
    };
    await insertView(tx, { ...view, staff_name: staff?.name ?? '', session_hash: Buffer.from(actor.sessionId, 'hex') });
    const detail = { view: view.id, isReadOnly: view.is_read_only, isPermitted, ...(view.reason !== null && { reason: view.reason }) };
    await insertAuditEntry(tx, { actorId: actor.userId, userId, action: 'account.view', detail });
    return presentView(view, account.name);
  };

  return {
    auditEnded,

    /** Returns the current view of this session; null without one. */
    async resolve(staff: Omit<Person, 'viewing'>): Promise<Viewing | null> {
      const row = await findOpenView(db, staff.sessionId, clock.now());
      if (!row || !isInForce(staff, row)) return null;
      return {
        id: row.id,
        userId: row.user_id,
        isReadOnly: row.is_read_only || isReadOnlyFor(staff),
        isUsed: false,
        record: (kind, ids) => counts.add(row.id, kind, ids),
        assertOpen: createRecheck({ db, clock }, row.id),
      };
    },

    /** Starts a view, or returns the open view of the same account. NOT_FOUND, CONSENT_REQUIRED. */
    async open(actor: Person, { userId, reason }: { userId: string; reason?: string | undefined }): Promise<AccountView> {
      if (actor.viewing) await counts.close(actor.viewing.id);
      try {
        return await db.transaction().execute(async (tx) => {
          await lockSession(tx, actor.sessionId);
          const current = await findOpenView(tx, actor.sessionId, clock.now());
          if (current?.user_id === userId && isInForce(actor, current)) return presentView(current, current.name);
          await auditEnded(tx, await endViewOfSession(tx, actor.sessionId, clock.now()));
          return begin(tx, actor, userId, reason);
        });
      } catch (error) {
        // The session was ended concurrently.
        if (isDatabaseError(error, '23503')) throw new AppError('UNAUTHENTICATED', undefined, { cause: error });
        throw error;
      }
    },

    async close(actor: Person): Promise<void> {
      if (actor.viewing) await counts.close(actor.viewing.id);
      await db.transaction().execute(async (tx) => {
        await lockSession(tx, actor.sessionId);
        await auditEnded(tx, await endViewOfSession(tx, actor.sessionId, clock.now()));
      });
    },

    /** Ends views of an account that is being deleted, while their totals can still be recorded. */
    closeOfAccount: async (tx: Tx, userId: string): Promise<void> => auditEnded(tx, await endViewsOfAccount(tx, userId, clock.now())),

    /** Ends views that have expired or whose session was ended, and deletes old ones. */
    async sweep(): Promise<void> {
      await counts.flush();
      await db.transaction().execute(async (tx) => auditEnded(tx, await endStaleViews(tx, clock.now(), SWEEP_BATCH)));
      await db.transaction().execute((tx) => deleteOldViews(tx, new Date(clock.now().getTime() - KEPT_MS), SWEEP_BATCH));
    },

    /** Lists the visits of staff to the caller's account, newest first. */
    async listVisits(actor: Person, { before, dataPerPage }: { before?: string | undefined; dataPerPage: number }): Promise<StaffVisit[]> {
      const rows = await listVisits(db, actor.userId, { before, limit: dataPerPage });
      const items =
        rows.length === 0
          ? []
          : await listItems(
              db,
              rows.map(({ id }) => id),
            );
      const itemsOf = Map.groupBy(items, (item) => item.view_id);
      const now = clock.now();
      return rows.map((row) => ({
        _id: row.id,
        staffName: row.staff_name,
        isReadOnly: row.is_read_only,
        reason: row.reason,
        startedAt: row.started_at.toISOString(),
        endedAt: (row.ended_at ?? (row.expires_at <= now || row.session_hash === null ? row.expires_at : null))?.toISOString() ?? null,
        items: (itemsOf.get(row.id) ?? []).map(({ kind, items: count }) => ({ kind: viewedKind.parse(kind), count })),
      }));
    },
  };
}

export type StaffViewsService = ReturnType<typeof createStaffViews>;

const presentView = (view: Pick<ViewRow, 'id' | 'user_id' | 'is_read_only' | 'started_at' | 'expires_at'>, name: string): AccountView => ({
  _id: view.id,
  userId: view.user_id,
  name,
  isReadOnly: view.is_read_only,
  startedAt: view.started_at.toISOString(),
  expiresAt: view.expires_at.toISOString(),
});

/** Returns a function that throws NOT_FOUND once the view has ended, and queries the database at most every few seconds. */
function createRecheck({ db, clock }: Pick<StaffViewsDeps, 'db' | 'clock'>, viewId: string): () => Promise<void> {
  let checkedAt = clock.now().getTime();
  let hasEnded = false;
  return async () => {
    const now = clock.now();
    if (!hasEnded && now.getTime() - checkedAt >= RECHECK_MS) {
      hasEnded = !(await isViewOpen(db, viewId, now));
      checkedAt = now.getTime();
    }
    if (hasEnded) throw new AppError('NOT_FOUND');
  };
}
