import { zodResolver } from '@hookform/resolvers/zod';
import { passwordBody } from '@vitrine/contract/profile';
import {
  type CreateWebhook,
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookEvent,
  type WebhookWithSecret,
  webhookFields,
} from '@vitrine/contract/webhooks';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { Text } from '../../../ui/text.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { CheckField } from '../../../ui/toggles.tsx';
import { useChangeWebhook, useCreateWebhook } from '../api/webhooks.ts';
import { WEBHOOK_EVENT_LABELS } from '../webhook-labels.ts';
import styles from './create-token-dialog.module.css';

const form = passwordBody.extend({ url: webhookFields.shape.url, description: webhookFields.shape.description.unwrap() });

type WebhookFormValues = CreateWebhook & { events: WebhookEvent[] };

interface CreateWebhookDialogProps {
  onCreated: (webhook: WebhookWithSecret) => void;
  onClose: () => void;
}

export function CreateWebhookDialog({ onCreated, onClose }: CreateWebhookDialogProps) {
  const create = useCreateWebhook({ onSuccess: onCreated });
  return (
    <WebhookFormDialog
      title="Add a webhook"
      description="The chosen events are sent to your address as signed POST requests."
      submitLabel="Add webhook"
      isSubmitting={create.isPending}
      error={create.error}
      onSubmit={(values) => create.mutate(values)}
      onClose={onClose}
    />
  );
}

/** Changes the address and the events of a webhook. */
export function ChangeWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const change = useChangeWebhook({
    onSuccess: () => {
      toast.success('Webhook saved.');
      onClose();
    },
  });
  return (
    <WebhookFormDialog
      webhook={webhook}
      title="Edit webhook"
      description="The secret stays the same. Waiting events are sent to the new address."
      submitLabel="Save"
      isSubmitting={change.isPending}
      error={change.error}
      onSubmit={(values) => change.mutate({ id: webhook._id, ...values })}
      onClose={onClose}
    />
  );
}

interface WebhookFormDialogProps {
  /** Undefined for a new one. */
  webhook?: Webhook;
  title: string;
  description: string;
  submitLabel: string;
  isSubmitting: boolean;
  error: Error | null;
  onSubmit: (values: WebhookFormValues) => void;
  onClose: () => void;
}

function WebhookFormDialog({ webhook, title, description, submitLabel, isSubmitting, error, onSubmit, onClose }: WebhookFormDialogProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(form),
    mode: 'onSubmit',
    defaultValues: { url: webhook?.url ?? '', description: webhook?.description ?? '', password: '' },
  });
  const [events, setEvents] = useState<readonly WebhookEvent[]>(() => WEBHOOK_EVENTS.filter((event) => webhook?.events.includes(event)));
  const [isEventMissing, setIsEventMissing] = useState(false);
  const submit = handleSubmit((values) => {
    setIsEventMissing(events.length === 0);
    if (events.length > 0) onSubmit({ ...values, events: [...events] });
  });
  const { errors } = formState;
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      onSubmit={submit}
      title={title}
      description={description}
      submitLabel={submitLabel}
      isSubmitting={isSubmitting}
      failure={error ? getErrorMessage(error) : undefined}
    >
      <TextField required label="Address" placeholder="https://example.com/hooks" error={errors.url?.message} {...register('url')} />
      <TextField label="Description" placeholder="Lobby dashboard" error={errors.description?.message} {...register('description')} />
      <fieldset className={styles.scopes}>
        <legend>Events</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <CheckField
            key={event}
            label={WEBHOOK_EVENT_LABELS[event]}
            isOn={events.includes(event)}
            onChange={(isOn) => setEvents(isOn ? [...events, event] : events.filter((other) => other !== event))}
          />
        ))}
      </fieldset>
      {isEventMissing && (
        <Text role="alert" tone="danger" size="sm">
          Choose at least one event.
        </Text>
      )}
      <PasswordField required label="Password" autoComplete="current-password" error={errors.password?.message} {...register('password')} />
    </FormDialog>
  );
}
