import type { Webhook, WebhookDelivery, WebhookEvent } from '@vitrine/contract/webhooks';
import type { BadgeTone } from '../../ui/badge.tsx';

/** Labels of webhook events, in the order of the form. */
export const WEBHOOK_EVENT_LABELS: Readonly<Record<WebhookEvent, string>> = {
  'device.online': 'Device goes online',
  'device.offline': 'Device goes offline',
  'alert.started': 'Alert begins',
  'alert.ended': 'Alert ends',
  'publish.shown': 'Device shows a playlist',
  'emergency.raised': 'Emergency message is shown',
  'emergency.ended': 'Emergency message ends',
  'media.ready': 'Photo or video is ready',
  'media.failed': 'Photo or video fails',
  'order.paid': 'Order is paid',
  'order.refunded': 'Order is refunded',
  'subscription.changed': 'Plan changes',
};

const isWebhookEvent = (event: string): event is WebhookEvent => Object.hasOwn(WEBHOOK_EVENT_LABELS, event);

export const getWebhookEventLabel = (event: string): string => (isWebhookEvent(event) ? WEBHOOK_EVENT_LABELS[event] : 'Test event');

export const DELIVERY_BADGES: Readonly<Record<WebhookDelivery['state'], { tone: BadgeTone; label: string }>> = {
  pending: { tone: 'neutral', label: 'Waiting' },
  delivered: { tone: 'success', label: 'Delivered' },
  failed: { tone: 'danger', label: 'Failed' },
};

const DISABLED_NOTES: Readonly<Record<NonNullable<Webhook['disabledReason']>, string>> = {
  owner: 'You disabled it.',
  failing: 'Disabled because no delivery worked for three days. Fix the target, then enable it.',
  backlog: 'Disabled because the target is too slow for its events. Fix the target, then enable it.',
};

/** Explains why a webhook receives nothing; undefined while it works. */
export function describeWebhookProblem({
  disabledReason,
  failingSince,
}: Pick<Webhook, 'disabledReason' | 'failingSince'>): string | undefined {
  if (disabledReason !== null) return DISABLED_NOTES[disabledReason];
  return failingSince === null ? undefined : 'The last deliveries failed. They are tried again for three days.';
}
