import type { EmergencyAlertState } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { consumeAttempts } from '../../platform/limits/attempt-limits.ts';
import type { Live } from '../../platform/live/live.ts';
import { insertAuditEntry } from '../access/index.ts';
import { emergencyEnded, emergencyRaised } from './emergency.events.ts';
import { emergencyTopicNudge, emergencyUpdateNudge } from './emergency.live.ts';
import { listAlertAudience } from './emergency-alerts.read-model.ts';
import {
  type AlertOrigin,
  type CapReference,
  findOpenAlert,
  finishAlerts,
  insertAlert,
  toCapColumns,
  updateAlertEnd,
} from './emergency-alerts.store.ts';
import { findMessageFacts, type MessageFacts } from './emergency-messages.read-model.ts';
import { raiseRevision } from './emergency-owners.store.ts';
import { listReachedScreens, loadDocuments } from './emergency-screens.read-model.ts';
import { getRaiseLimit, RAISE_REFUSAL, type Raiser } from './raise-limits.rules.ts';

interface RaiseAlertsDeps {
  live: Live;
  clock: Clock;
  emit: Emit;
}

const getOrigin = (raiser: Raiser): AlertOrigin =>
  raiser.kind === 'person' ? { raised_from: 'person', raised_by_name: null } : { raised_from: raiser.kind, raised_by_name: raiser.name };
const getPersonId = (raiser: Raiser): string | null => (raiser.kind === 'person' ? raiser.userId : null);

export interface RaiseRequest {
  messageId: string;
  minutes?: number | undefined;
  drill: boolean;
  cap?: CapReference;
}

interface SentChange {
  message: MessageFacts;
  messageId: string;
  revision: number;
  alerts: EmergencyAlertState[];
  /** Screens that the message reaches, if they are known. */
  screenIds?: readonly string[];
}

const ENDED = { digest: '', endsAt: 0 };

/**
 * Changes alerts in the transactions of people, CAP alerts and keys. The owner is locked first, so that concurrent changes run one after the other, and a device
 * that changes its tags or its owner at the same time is either reached or not.
 */
export function createRaiseAlerts({ live, clock, emit }: RaiseAlertsDeps) {
  const audit = async (tx: Tx, raiser: Raiser, action: string, alert: { id: string; user_id: string }): Promise<void> => {
    const objects = { table: 'emergency_alerts', ids: [alert.id] };
    if (raiser.kind !== 'person') {
      // Entries need an account. Feeds and screens raise messages on behalf of their owner.
      const detail = { raisedFrom: raiser.kind, name: raiser.name };
      await insertAuditEntry(tx, { actorId: alert.user_id, userId: alert.user_id, action, objects, detail });
    } else if (!raiser.viewing) {
      // For staff who view the account, `authorize` has written an entry.
      await insertAuditEntry(tx, { actorId: raiser.userId, userId: alert.user_id, action, objects, apiToken: raiser.apiToken });
    }
  };

  /** Counts a raise or an extension. Ends are never counted, because an alert must not stay on the screens. TOO_MANY_REQUESTS. */
  const count = (tx: Tx, raiser: Raiser, message: MessageFacts): Promise<void> =>
    consumeAttempts(tx, clock, [getRaiseLimit(raiser, message)], { refusal: RAISE_REFUSAL });

  const send = async (tx: Tx, { message, messageId, revision, alerts, screenIds }: SentChange): Promise<void> => {
    const document = (await loadDocuments(tx, [message.user_id])).get(message.user_id);
    const digest = document?.messages.find((stored) => stored.messageId === messageId)?.digest ?? '';
    const states = alerts.map((alert) => (alert.endsAt === 0 ? alert : { ...alert, digest }));
    const update = { revision, document: document?.digest ?? '', alerts: states, isComplete: false };
    await live.send(tx, [emergencyUpdateNudge(screenIds ?? (await listReachedScreens(tx, messageId)), update)]);
  };

  const notifyPeople = async (tx: Tx, alertIds: readonly string[]): Promise<void> =>
    live.send(tx, [emergencyTopicNudge(await listAlertAudience(tx, alertIds))]);

  const lockMessage = async (tx: Tx, messageId: string): Promise<{ message: MessageFacts; revision: number }> => {
    const before = await findMessageFacts(tx, messageId);
    if (!before) throw new AppError('NOT_FOUND');
    const revision = await raiseRevision(tx, before.user_id);
    // The message may have been edited or deleted while the owner was being locked.
    const message = await findMessageFacts(tx, messageId);
    if (!message) throw new AppError('NOT_FOUND');
    return { message, revision };
  };

  return {
    /** Shows a message, or extends the alert that shows it. Returns the alert's id. NOT_FOUND, EMERGENCY_ACTIVE, EMERGENCY_NO_SCREENS, TOO_MANY_REQUESTS. */
    async raise(tx: Tx, raiser: Raiser, { messageId, minutes, drill, cap }: RaiseRequest): Promise<string> {
      const { message, revision } = await lockMessage(tx, messageId);
      const now = clock.now();
      const endsAt = new Date(now.getTime() + (minutes ?? message.minutes) * 60_000);
      const open = await findOpenAlert(tx, messageId);
      const isActive = open !== undefined && open.ends_at > now;
      if (isActive && drill && !open.is_drill) throw new AppError('EMERGENCY_ACTIVE');
      if (isActive && drill === open.is_drill) {
        const later = endsAt > open.ends_at ? endsAt : open.ends_at;
        await count(tx, raiser, message);
        await audit(tx, raiser, 'emergency.extend', { id: open.id, user_id: message.user_id });
        await updateAlertEnd(tx, open.id, later, cap);
        const alerts = [{ alertId: open.id, messageId, digest: '', endsAt: later.getTime(), drill }];
        await send(tx, { message, messageId, revision, alerts });
        await notifyPeople(tx, [open.id]);
        return open.id;
      }
      const screenIds = await listReachedScreens(tx, messageId);
      if (screenIds.length === 0) throw new AppError('EMERGENCY_NO_SCREENS');
      await count(tx, raiser, message);
      const ended = open ? await finishAlerts(tx, [open.id], now, getPersonId(raiser)) : [];
      if (ended.length > 0) await emit(tx, emergencyEnded, { alertIds: ended });
      const id = newId();
      await audit(tx, raiser, 'emergency.raise', { id, user_id: message.user_id });
      await insertAlert(tx, {
        id,
        message_id: messageId,
        user_id: message.user_id,
        org_id: message.org_id,
        title: message.title,
        color: message.color,
        is_drill: drill,
        raised_by: getPersonId(raiser),
        ...getOrigin(raiser),
        raised_at: now,
        ends_at: endsAt,
        ...toCapColumns(cap),
      });
      await emit(tx, emergencyRaised, { alertId: id });
      const former = ended.map((alertId) => ({ alertId, messageId, drill: true, ...ENDED }));
      const alerts = [...former, { alertId: id, messageId, digest: '', endsAt: endsAt.getTime(), drill }];
      await send(tx, { message, messageId, revision, alerts, screenIds });
      await notifyPeople(tx, [id]);
      return id;
    },

    /** Changes the end of an alert of a locked owner. TOO_MANY_REQUESTS. */
    async extend(tx: Tx, raiser: Raiser, { id: alertId, messageId, drill }: OpenAlert, endsAt: Date, cap?: CapReference): Promise<void> {
      const { message, revision } = await lockMessage(tx, messageId);
      await count(tx, raiser, message);
      await audit(tx, raiser, 'emergency.extend', { id: alertId, user_id: message.user_id });
      await updateAlertEnd(tx, alertId, endsAt, cap);
      await send(tx, { message, messageId, revision, alerts: [{ alertId, messageId, digest: '', endsAt: endsAt.getTime(), drill }] });
      await notifyPeople(tx, [alertId]);
    },

    /** Ends an alert of a locked owner. Returns false when it had ended. */
    async end(tx: Tx, raiser: Raiser, alert: OpenAlert): Promise<boolean> {
      const { message, revision } = await lockMessage(tx, alert.messageId);
      await audit(tx, raiser, 'emergency.end', { id: alert.id, user_id: message.user_id });
      const ended = await finishAlerts(tx, [alert.id], clock.now(), getPersonId(raiser));
      if (ended.length === 0) return false;
      await emit(tx, emergencyEnded, { alertIds: ended });
      const { id: alertId, messageId, drill } = alert;
      await send(tx, { message, messageId, revision, alerts: [{ alertId, messageId, drill, ...ENDED }] });
      await notifyPeople(tx, [alertId]);
      return true;
    },

    notifyPeople,
  };
}

export interface OpenAlert {
  id: string;
  messageId: string;
  drill: boolean;
}

export type RaiseAlerts = ReturnType<typeof createRaiseAlerts>;
