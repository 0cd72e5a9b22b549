import { useQuery } from '@tanstack/react-query';
import type { Webhook, WebhookDelivery } from '@vitrine/contract/webhooks';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount, formatMoment, formatRelative } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Entry, EntryList } from '../../../ui/details.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useResendDelivery, webhookDeliveriesOptions } from '../api/webhooks.ts';
import { DELIVERY_BADGES, getWebhookEventLabel } from '../webhook-labels.ts';

/** Last deliveries of a webhook. */
export function WebhookDeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const list = useQuery(webhookDeliveriesOptions(webhook._id));
  return (
    <Dialog isOpen onClose={onClose} size="medium" title="Deliveries" description={webhook.url}>
      <Stack gap={4}>
        {list.isPending && <Skeleton style={{ height: 120 }} />}
        {list.isLoadingError && <p role="alert">{getErrorMessage(list.error)}</p>}
        {list.data?.length === 0 && <Text tone="soft">No deliveries yet. Send a test event to try it out.</Text>}
        <EntryList>
          {list.data?.map((delivery) => (
            <DeliveryEntry key={delivery._id} webhook={webhook} delivery={delivery} />
          ))}
        </EntryList>
        <Row justify="end" gap={2}>
          <Button disabled={list.isFetching} onClick={() => void list.refetch()}>
            Refresh
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}

function DeliveryEntry({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) {
  const { _id: deliveryId, type, state, createdAt, failure } = delivery;
  const resend = useResendDelivery({
    onSuccess: ({ message }) => toast.success(message ?? 'The delivery is sent again.'),
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  const { tone, label } = DELIVERY_BADGES[state];
  return (
    <Entry
      title={getWebhookEventLabel(type)}
      notes={[formatRelative(createdAt), describeAttempts(delivery), ...(failure ? [failure] : [])]}
    >
      <Badge tone={tone}>{label}</Badge>
      {webhook.disabledReason === null && (
        <Button
          aria-label={`Send “${getWebhookEventLabel(type)}” again`}
          disabled={resend.isPending}
          onClick={() => resend.mutate({ id: webhook._id, deliveryId })}
        >
          Send again
        </Button>
      )}
    </Entry>
  );
}

function describeAttempts({ attempts, nextAttemptAt, responseStatus }: WebhookDelivery): string {
  const made = attempts === 0 ? 'Not sent yet' : formatCount(attempts, 'attempt');
  const status = responseStatus === null ? '' : `, status ${responseStatus}`;
  return `${made}${status}${attempts > 0 && nextAttemptAt !== null ? `, next on ${formatMoment(nextAttemptAt)}` : ''}`;
}
