import type { CapResult } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, type Person } from '../access/index.ts';
import { lockMemberships, type OwnerScope } from '../organisations/index.ts';
import { type CapAlert, matchCapAlert, parseCapAlert } from './cap.rules.ts';
import { findOpenAlert, insertCapAlert, listAlertsOfCap } from './emergency-alerts.store.ts';
import { listCapMessages } from './emergency-messages.read-model.ts';
import { resolveOwner } from './emergency-messages.service.ts';
import { raiseRevision } from './emergency-owners.store.ts';
import type { EmergencyOwner } from './emergency-screens.read-model.ts';
import type { RaiseAlerts } from './raise-alerts.service.ts';

interface CapAlertsDeps {
  db: Database;
  clock: Clock;
  alerts: RaiseAlerts;
}

interface Match {
  messageId: string;
  minutes: number | undefined;
}

/** Alerts of the Common Alerting Protocol that programs post. Signatures are not verified: the API token authorizes the sender. */
export function createCapAlertsService({ db, clock, alerts }: CapAlertsDeps) {
  const listMatches = async (tx: Tx, owner: EmergencyOwner, alert: CapAlert): Promise<Match[]> => {
    if (alert.status === 'other' || (alert.type !== 'Alert' && alert.type !== 'Update')) return [];
    return (await listCapMessages(tx, owner)).flatMap(({ id, cap }) => {
      const match = matchCapAlert(alert, cap, clock.now().getTime());
      return match ? [{ messageId: id, ...match }] : [];
    });
  };

  /** Raises a message. Returns the alert's id; undefined when no screen would show it, or a real alert shows it and this is an exercise. */
  const raise = async (tx: Tx, actor: Person, { messageId, minutes }: Match, { status, sender, identifier }: CapAlert) => {
    try {
      return await alerts.raise(tx, actor, { messageId, minutes, drill: status === 'Exercise', cap: { sender, identifier } });
    } catch (cause) {
      const isSkipped = cause instanceof AppError && (cause.code === 'EMERGENCY_NO_SCREENS' || cause.code === 'EMERGENCY_ACTIVE');
      if (isSkipped) return undefined;
      throw cause;
    }
  };

  /** Applies an update or a cancellation to the alerts that its references raised: it moves their ends, and ends those that it does not match. */
  const applyToReferenced = async (tx: Tx, actor: Person, owner: EmergencyOwner, alert: CapAlert, matches: Match[]) => {
    const changed = { raised: [] as string[], ended: [] as string[] };
    if (alert.type !== 'Update' && alert.type !== 'Cancel') return changed;
    for (const { id, messageId } of await listAlertsOfCap(tx, owner, alert.references)) {
      const drill = (await findOpenAlert(tx, messageId))?.is_drill ?? false;
      const match = matches.find((candidate) => candidate.messageId === messageId);
      if (match?.minutes !== undefined) {
        const endsAt = new Date(clock.now().getTime() + match.minutes * 60_000);
        await alerts.extend(tx, actor, { id, messageId, drill }, endsAt, { sender: alert.sender, identifier: alert.identifier });
        changed.raised.push(id);
      } else if (match === undefined && (await alerts.end(tx, actor, { id, messageId, drill }))) changed.ended.push(id);
    }
    return changed;
  };

  return {
    receive: (actor: Person, scope: Partial<OwnerScope>, body: unknown): Promise<CapResult> =>
      db.transaction().execute(async (tx) => {
        await lockMemberships(tx, actor.userId);
        const owner = await resolveOwner(tx, actor, scope);
        if (typeof body !== 'string') throw new AppError('CAP_INVALID');
        const alert = parseCapAlert(body);
        await raiseRevision(tx, owner.user_id);
        const now = clock.now();
        if (!(await insertCapAlert(tx, owner, alert, now))) return { isNew: false, raised: [], ended: [] };
        // An alert that arrives after its update or its cancellation is ignored.
        if (alert.type === 'Update' || alert.type === 'Cancel')
          for (const reference of alert.references) await insertCapAlert(tx, owner, reference, now);
        const matches = await listMatches(tx, owner, alert);
        if (matches.length > 0)
          await authorize(
            tx,
            actor,
            'emergency.raise',
            matches.map(({ messageId }) => messageId),
          );
        const { raised, ended } = await applyToReferenced(tx, actor, owner, alert, matches);
        for (const match of matches) {
          const isUpdated = (await findOpenAlert(tx, match.messageId))?.id;
          if (isUpdated !== undefined && raised.includes(isUpdated)) continue;
          const id = await raise(tx, actor, match, alert);
          if (id !== undefined) raised.push(id);
        }
        return { isNew: true, raised, ended };
      }),
  };
}

export type CapAlertsService = ReturnType<typeof createCapAlertsService>;
