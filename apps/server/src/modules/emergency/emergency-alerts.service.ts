import type { EmergencyAlert, EmergencyAlertDetails } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database, type Db, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/events.ts';
import { authorize, getAccountInView, type Person } from '../access/index.ts';
import { authorizeList, lockMemberships, type OwnerScope } from '../organisations/index.ts';
import { emergencyEnded } from './emergency.events.ts';
import { presentAlert } from './emergency.presenter.ts';
import { findAlert, listAlerts, listMissingScreens, listSilentScreens } from './emergency-alerts.read-model.ts';
import { deleteOldAlerts, findAlertFacts, finishAlerts, listExpiredAlerts } from './emergency-alerts.store.ts';
import { raiseRevision } from './emergency-owners.store.ts';
import type { OpenAlert, RaiseAlerts } from './raise-alerts.service.ts';

interface AlertsDeps {
  db: Database;
  clock: Clock;
  emit: Emit;
  alerts: RaiseAlerts;
}

export function createEmergencyAlertsService({ db, clock, emit, alerts }: AlertsDeps) {
  const present = async (at: Db, id: string): Promise<EmergencyAlert> => {
    const row = await findAlert(at, id);
    if (!row) throw new AppError('NOT_FOUND');
    return presentAlert(row, clock.now());
  };

  /** Authorizes a change of an alert and locks its owner. Returns the alert, read after the lock; undefined when it has ended. NOT_FOUND. */
  const lockOpenAlert = async (tx: Tx, actor: Person, id: string): Promise<OpenAlert | undefined> => {
    await lockMemberships(tx, actor.userId);
    await authorize(tx, actor, 'emergencyAlert.update', [id]);
    const before = await findAlertFacts(tx, id);
    if (!before) throw new AppError('NOT_FOUND');
    await raiseRevision(tx, before.user_id);
    const alert = await findAlertFacts(tx, id);
    if (!alert?.message_id || alert.ended_at || alert.ends_at <= clock.now()) return undefined;
    return { id, messageId: alert.message_id, drill: alert.is_drill };
  };

  return {
    async list(actor: Person, { userId = getAccountInView(actor), orgId }: Partial<OwnerScope>): Promise<EmergencyAlert[]> {
      const whose = await authorizeList(db, actor, { userId, ...(orgId !== undefined && { orgId }) });
      return (await listAlerts(db, whose)).map((row) => presentAlert(row, clock.now()));
    },

    async read(actor: Person, id: string): Promise<EmergencyAlertDetails> {
      await authorize(db, actor, 'emergencyAlert.read', [id]);
      const missing = (await listMissingScreens(db, id)).map((row) => ({ _id: row.id, name: row.name, isOnline: row.isOnline }));
      const silent = (await listSilentScreens(db, id)).map((row) => ({ _id: row.id, name: row.name }));
      return { ...(await present(db, id)), missing, silent };
    },

    // The messages to the screens leave with the commit, so the response is read after it.
    async raise(actor: Person, messageId: string, given: { minutes?: number | undefined; drill: boolean }): Promise<EmergencyAlert> {
      const id = await db.transaction().execute(async (tx) => {
        await lockMemberships(tx, actor.userId);
        await authorize(tx, actor, 'emergency.raise', [messageId]);
        return alerts.raise(tx, actor, { messageId, ...given });
      });
      return present(db, id);
    },

    async extend(actor: Person, id: string, minutes: number): Promise<EmergencyAlert> {
      await db.transaction().execute(async (tx) => {
        const alert = await lockOpenAlert(tx, actor, id);
        if (!alert) throw new AppError('EMERGENCY_ENDED');
        await alerts.extend(tx, actor, alert, new Date(clock.now().getTime() + minutes * 60_000));
      });
      return present(db, id);
    },

    /** Ends an alert. When two people end it, both succeed. */
    async end(actor: Person, id: string): Promise<EmergencyAlert> {
      await db.transaction().execute(async (tx) => {
        const alert = await lockOpenAlert(tx, actor, id);
        if (alert) await alerts.end(tx, actor, alert);
      });
      return present(db, id);
    },

    /** Records the end of alerts whose time is over. The screens have already ended them by their own clocks. */
    finishExpired: (): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const now = clock.now();
        const ended = await finishAlerts(tx, await listExpiredAlerts(tx, now), now, null);
        if (ended.length === 0) return;
        await emit(tx, emergencyEnded, { alertIds: ended });
        await alerts.notifyPeople(tx, ended);
      }),

    deleteOld: (): Promise<void> => deleteOldAlerts(autocommit(db)),
  };
}

export type EmergencyAlertsService = ReturnType<typeof createEmergencyAlertsService>;
