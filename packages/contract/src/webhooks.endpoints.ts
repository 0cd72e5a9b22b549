import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { passwordBody } from './profile.ts';
import { createWebhookBody, editWebhookBody, webhook, webhookDelivery, webhookWithSecret } from './webhooks.ts';

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/users/webhooks',
  summary: "Lists the webhooks of the caller's account, without their secrets.",
  errors: [],
  access: 'session',
  tag: 'profile',
  result: z.array(webhook),
});

export const createWebhook = endpoint({
  method: 'POST',
  path: '/users/webhooks',
  summary: 'Creates a webhook and returns its secret once.',
  description:
    'Events are sent to the address as signed POST requests, as in the Standard Webhooks specification. Delivery is at least once, and in order for each object.',
  errors: ['INCORRECT_PASSWORD', 'SEAL_EXPIRED', 'WEBHOOK_LIMIT'],
  access: 'session',
  stepUp: true,
  tag: 'profile',
  body: createWebhookBody,
  result: webhookWithSecret,
  status: 201,
});

export const editWebhook = endpoint({
  method: 'PUT',
  path: '/users/webhooks/:id',
  summary: 'Enables or disables a webhook.',
  description: 'Pending deliveries of a disabled webhook are marked as failed.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'profile',
  body: editWebhookBody,
  result: webhook,
});

export const changeWebhook = endpoint({
  method: 'PUT',
  path: '/users/webhooks/:id/target',
  summary: 'Changes the address, the events and the description of a webhook, and keeps its secret.',
  description: 'Waiting deliveries are sent to the new address.',
  errors: ['NOT_FOUND', 'INCORRECT_PASSWORD', 'SEAL_EXPIRED'],
  access: 'session',
  stepUp: true,
  tag: 'profile',
  body: createWebhookBody,
  result: webhook,
});

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/users/webhooks/:id/secret',
  summary: 'Replaces the secret of a webhook and returns the new one once.',
  description: 'Requests carry signatures of both secrets for 24 hours.',
  errors: ['NOT_FOUND', 'INCORRECT_PASSWORD', 'SEAL_EXPIRED'],
  access: 'session',
  stepUp: true,
  tag: 'profile',
  body: passwordBody,
  result: webhookWithSecret,
});

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/users/webhooks/:id',
  summary: 'Deletes a webhook with its deliveries.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'profile',
});

export const testWebhook = endpoint({
  method: 'POST',
  path: '/users/webhooks/:id/test',
  summary: 'Sends a test event to a webhook.',
  errors: ['NOT_FOUND', 'WEBHOOK_DISABLED'],
  access: 'session',
  tag: 'profile',
});

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/users/webhooks/:id/deliveries',
  summary: 'Lists the last 200 deliveries of a webhook, newest first.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'profile',
  result: z.array(webhookDelivery),
});

export const resendWebhookDelivery = endpoint({
  method: 'POST',
  path: '/users/webhooks/:id/deliveries/:deliveryId',
  summary: 'Sends a delivery again, with the same `webhook-id`.',
  errors: ['NOT_FOUND', 'WEBHOOK_DISABLED'],
  access: 'session',
  tag: 'profile',
});
