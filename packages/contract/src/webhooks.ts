import { z } from 'zod';
import { id } from './envelope.ts';
import { passwordBody } from './profile.ts';

export const WEBHOOK_LIMITS = { perAccount: 10, urlMax: 2000, descriptionMax: 100, deliveries: 200 } as const;
/** Start of every secret, as in the Standard Webhooks specification. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';

/** Event types to which a webhook subscribes, in the order of the form. */
export const WEBHOOK_EVENTS = [
  'device.online',
  'device.offline',
  'alert.started',
  'alert.ended',
  'publish.shown',
  'emergency.raised',
  'emergency.ended',
  'media.ready',
  'media.failed',
  'order.paid',
  'order.refunded',
  'subscription.changed',
] as const;
export const webhookEvent = z.enum(WEBHOOK_EVENTS);
export type WebhookEvent = z.infer<typeof webhookEvent>;

/** Type of the event that an owner sends to test a webhook. */
export const WEBHOOK_TEST_EVENT = 'webhook.test';

const httpAddress = z.url({ protocol: /^https?$/ });
export const webhookUrl = z
  .string({ error: 'Enter an address' })
  .trim()
  .max(WEBHOOK_LIMITS.urlMax, `Use at most ${WEBHOOK_LIMITS.urlMax} characters`)
  .refine(
    (text) => /^https?:\/\/[^\s/\\][^\s\\]*$/i.test(text) && httpAddress.safeParse(text).success,
    'Enter an address that starts with https:// or http://',
  );

export const webhookFields = z.strictObject({
  url: webhookUrl,
  events: z.array(webhookEvent).min(1, 'Choose at least one event').max(WEBHOOK_EVENTS.length),
  description: z.string().trim().max(WEBHOOK_LIMITS.descriptionMax, `Use at most ${WEBHOOK_LIMITS.descriptionMax} characters`).default(''),
});

/** POST /users/webhooks and PUT /users/webhooks/:id/target */
export const createWebhookBody = webhookFields.extend(passwordBody.shape);
export type CreateWebhook = z.input<typeof createWebhookBody>;

/** PUT /users/webhooks/:id */
export const editWebhookBody = z.strictObject({ isEnabled: z.boolean() });
export type EditWebhook = z.infer<typeof editWebhookBody>;

export const webhook = z.object({
  _id: id,
  url: z.string(),
  description: z.string(),
  events: z.array(z.string()),
  createdAt: z.string(),
  /** Null while it is enabled. */
  disabledReason: z.enum(['owner', 'failing', 'backlog']).nullable(),
  /** ISO time of the first failed attempt since the last success. */
  failingSince: z.string().nullable(),
});
export type Webhook = z.infer<typeof webhook>;

export const webhookWithSecret = webhook.extend({
  /** Key of the signatures, which is returned once. */
  secret: z.string(),
});
export type WebhookWithSecret = z.infer<typeof webhookWithSecret>;

export const webhookDelivery = z.object({
  /** Sent as `webhook-id`. */
  _id: id,
  type: z.string(),
  state: z.enum(['pending', 'delivered', 'failed']),
  createdAt: z.string(),
  attempts: z.number().int(),
  /** ISO time of the next attempt; null when it is finished. */
  nextAttemptAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  /** HTTP status of the last response; null without one. */
  responseStatus: z.number().int().nullable(),
  /** Why the last attempt failed. */
  failure: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;
