import type { Webhook, WebhookDelivery } from '@vitrine/contract/webhooks';
import { webhook } from '@vitrine/contract/webhooks';
import type { TextEncryption } from '../../platform/security/text-encryption.ts';
import type { DeliveryRow } from './deliveries.store.ts';
import type { WebhookRow } from './webhooks.store.ts';

const { disabledReason } = webhook.shape;

export const presentWebhook = (row: WebhookRow, encryption: TextEncryption): Webhook => ({
  _id: row.id,
  url: encryption.decrypt(row.encrypted_url),
  description: row.description,
  events: row.events,
  createdAt: row.created_at.toISOString(),
  disabledReason: disabledReason.parse(row.disabled_reason),
  failingSince: row.failing_since?.toISOString() ?? null,
});

export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  _id: row.id,
  type: row.type,
  state: row.state as WebhookDelivery['state'],
  createdAt: row.created_at.toISOString(),
  attempts: row.attempts,
  nextAttemptAt: row.state === 'pending' ? row.next_attempt_at.toISOString() : null,
  finishedAt: row.finished_at?.toISOString() ?? null,
  responseStatus: row.response_status,
  failure: row.failure,
});
