import type { WebhookEvent } from '@vitrine/contract/webhooks';
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import { type Tx, toUuidArray } from '../../platform/database/database.ts';
import { on, type Reaction } from '../../platform/events.ts';
import { publishesShown, screensConnected, screensDisconnected } from '../devices/index.ts';
import { emergencyEnded, emergencyRaised } from '../emergency/index.ts';
import { orderPaid, orderRefunded } from '../orders/index.ts';
import { mediaProcessed } from '../processing/index.ts';
import { type ReportedAlert, screenAlertsReported } from '../screen-alerts/index.ts';
import { subscriptionChanged } from '../subscriptions/index.ts';
import { insertDeliveries, type WithdrawnDelivery, withdrawHeldDeliveries } from './deliveries.store.ts';
import { RETRY_MS } from './retry.rules.ts';
import type { SubscribedEvents } from './subscribed-events.service.ts';

/** Devices that are back within this time were not offline for webhooks. A restart of the server takes less. */
export const OFFLINE_GRACE_MS = 60_000;

const deviceFacts = (screenIds: string[]) =>
  sql`select user_id as owner_id, id::text as subject, jsonb_build_object('deviceId', id, 'name', name) as data
    from devices where screen_id = any(${toUuidArray(screenIds)})`;

const shownFacts = (shown: readonly { screenId: string; publishId: string }[]) =>
  sql`select devices.user_id as owner_id, devices.id::text as subject,
      jsonb_build_object('deviceId', devices.id, 'name', devices.name, 'publishId', shown.publish_id) as data
    from unnest(${shown.map(({ screenId }) => screenId)}::uuid[], ${shown.map(({ publishId }) => publishId)}::text[]) as shown (screen_id, publish_id)
    join devices on devices.screen_id = shown.screen_id`;

const emergencyFacts = (alertIds: string[]) =>
  sql`select user_id as owner_id, id::text as subject,
      jsonb_strip_nulls(jsonb_build_object('alertId', id, 'messageId', message_id, 'title', title, 'drill', is_drill, 'endsAt', ends_at,
        'endedAt', ended_at, 'screens', screens, 'shown', shown)) as data
    from emergency_alerts where id = any(${toUuidArray(alertIds)})`;

const alertFacts = (ownerId: string, alerts: readonly ReportedAlert[]) => {
  const rows = alerts.map(({ kind, deviceId, sourceId, feedId, name, since }) => ({
    subject: deviceId ?? sourceId ?? feedId,
    data: { kind, ...(deviceId && { deviceId }), ...(sourceId && { sourceId }), ...(feedId && { feedId }), name, since },
  }));
  return sql`select ${ownerId}::uuid as owner_id, subject, data from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as alert (subject text, data jsonb)`;
};

const mediaFacts = (mediaIds: string[]) =>
  sql`select albums.created_by as owner_id, media.id::text as subject,
      jsonb_strip_nulls(jsonb_build_object('mediaId', media.id, 'albumId', albums.id, 'kind', media.kind, 'name', media.name,
        'reason', media.failure_reason)) as data
    from media join albums on albums.id = media.album_id where media.id = any(${toUuidArray(mediaIds)})`;

const orderFacts = (orderId: string) =>
  sql`select user_id as owner_id, id::text as subject,
      jsonb_build_object('orderId', id, 'number', number, 'type', type, 'currency', currency, 'totalCents', total_cents,
        'refundedCents', refunded_cents, 'returnedCreditCents', returned_cents) as data
    from orders where id = ${orderId} and user_id is not null`;

const subscriptionFacts = (subscriptionIds: string[]) =>
  sql`select user_id as owner_id, id::text as subject,
      jsonb_build_object('subscriptionId', id, 'plan', plan_name, 'state', state, 'source', source, 'periodEnd', period_end) as data
    from subscriptions where id = any(${toUuidArray(subscriptionIds)})`;

/** Enqueues deliveries in the transactions of the facts. */
export function createWebhookReactions({ clock, subscribed }: { clock: Clock; subscribed: SubscribedEvents }): Reaction[] {
  const enqueue = async (
    tx: Tx,
    type: WebhookEvent,
    facts: RawBuilder<unknown>,
    { heldMs = 0, withdrawn = [] }: { heldMs?: number; withdrawn?: readonly WithdrawnDelivery[] } = {},
  ): Promise<void> => {
    if (!(await subscribed.has(tx, type))) return;
    const now = clock.now();
    const sentFrom = new Date(now.getTime() + heldMs);
    await insertDeliveries(tx, type, facts, { now, sentFrom, expiresAt: new Date(now.getTime() + RETRY_MS), except: withdrawn });
  };
  /** A webhook that has not received yet that a device is offline receives neither event. */
  const enqueueOnline = async (tx: Tx, screenIds: string[]): Promise<void> => {
    const facts = deviceFacts(screenIds);
    const mayBeHeld = await subscribed.has(tx, 'device.offline');
    const withdrawn = mayBeHeld ? await withdrawHeldDeliveries(tx, 'device.offline', facts, clock.now()) : [];
    await enqueue(tx, 'device.online', facts, { withdrawn });
  };
  return [
    on(screensConnected, (tx, { screenIds }) => enqueueOnline(tx, screenIds)),
    on(screensDisconnected, (tx, { screenIds }) => enqueue(tx, 'device.offline', deviceFacts(screenIds), { heldMs: OFFLINE_GRACE_MS })),
    on(publishesShown, (tx, { shown }) => enqueue(tx, 'publish.shown', shownFacts(shown))),
    on(screenAlertsReported, async (tx, { ownerId, begun, ended }) => {
      if (ended.length > 0) await enqueue(tx, 'alert.ended', alertFacts(ownerId, ended));
      if (begun.length > 0) await enqueue(tx, 'alert.started', alertFacts(ownerId, begun));
    }),
    on(emergencyRaised, (tx, { alertId }) => enqueue(tx, 'emergency.raised', emergencyFacts([alertId]))),
    on(emergencyEnded, (tx, { alertIds }) => enqueue(tx, 'emergency.ended', emergencyFacts(alertIds))),
    on(mediaProcessed, (tx, { mediaIds, isReady }) => enqueue(tx, isReady ? 'media.ready' : 'media.failed', mediaFacts(mediaIds))),
    on(orderPaid, (tx, { orderId }) => enqueue(tx, 'order.paid', orderFacts(orderId))),
    on(orderRefunded, (tx, { orderId }) => enqueue(tx, 'order.refunded', orderFacts(orderId))),
    on(subscriptionChanged, (tx, { subscriptionIds }) => enqueue(tx, 'subscription.changed', subscriptionFacts(subscriptionIds))),
  ];
}
