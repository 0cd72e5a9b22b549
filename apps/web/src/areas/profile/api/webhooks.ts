import { queryOptions } from '@tanstack/react-query';
import type { CreateWebhook, Webhook, WebhookWithSecret } from '@vitrine/contract/webhooks';
import * as endpoints from '@vitrine/contract/webhooks.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { sealPassword } from '../../../lib/sealed-password.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';

const webhookKeys = {
  all: ['webhooks'] as const,
  deliveries: (id: string) => ['webhooks', id, 'deliveries'] as const,
};

export const webhooksOptions = queryOptions({
  queryKey: webhookKeys.all,
  queryFn: ({ signal }) => call(endpoints.listWebhooks, { signal }),
});

export const webhookDeliveriesOptions = (id: string) =>
  queryOptions({
    queryKey: webhookKeys.deliveries(id),
    queryFn: ({ signal }) => call(endpoints.listWebhookDeliveries, { params: { id }, signal }),
  });

const createWebhook = async ({ password, ...webhook }: CreateWebhook) =>
  call(endpoints.createWebhook, { body: { ...webhook, password: await sealPassword(password) } });

export const useCreateWebhook = (after: MutationCallbacks<CreateWebhook, WebhookWithSecret>) =>
  useApiMutation({ mutate: createWebhook, invalidates: [webhookKeys.all] }, after);

const changeWebhook = async ({ id, password, ...webhook }: CreateWebhook & { id: string }) =>
  call(endpoints.changeWebhook, { params: { id }, body: { ...webhook, password: await sealPassword(password) } });

export const useChangeWebhook = (after: MutationCallbacks<CreateWebhook & { id: string }, Webhook>) =>
  useApiMutation({ mutate: changeWebhook, invalidates: [webhookKeys.all] }, after);

interface RotateSecret {
  id: string;
  password: string;
}

const rotateSecret = async ({ id, password }: RotateSecret) =>
  call(endpoints.rotateWebhookSecret, { params: { id }, body: { password: await sealPassword(password) } });

export const useRotateWebhookSecret = (after: MutationCallbacks<RotateSecret, WebhookWithSecret>) =>
  useApiMutation({ mutate: rotateSecret, invalidates: [webhookKeys.all] }, after);

export const useEditWebhook = (after: MutationCallbacks<{ id: string; isEnabled: boolean }, Webhook>) =>
  useApiMutation(
    { mutate: ({ id, isEnabled }) => call(endpoints.editWebhook, { params: { id }, body: { isEnabled } }), invalidates: [webhookKeys.all] },
    after,
  );

export const useDeleteWebhook = (after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ mutate: (id) => send(endpoints.deleteWebhook, { params: { id } }), invalidates: [webhookKeys.all] }, after);

export const useTestWebhook = (after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ mutate: (id) => send(endpoints.testWebhook, { params: { id } }), invalidates: [webhookKeys.all] }, after);

export const useResendDelivery = (after: MutationCallbacks<{ id: string; deliveryId: string }, MessageResponse>) =>
  useApiMutation({ mutate: (params) => send(endpoints.resendWebhookDelivery, { params }), invalidates: [webhookKeys.all] }, after);
