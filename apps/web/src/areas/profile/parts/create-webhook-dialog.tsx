import { zodResolver } from '@hookform/resolvers/zod';
import { passwordBody } from '@vitrine/contract/profile';
import { WEBHOOK_EVENTS, type WebhookEvent, type WebhookWithSecret, webhookFields } from '@vitrine/contract/webhooks';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { Text } from '../../../ui/text.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { CheckField } from '../../../ui/toggles.tsx';
import { useCreateWebhook } from '../api/webhooks.ts';
import { WEBHOOK_EVENT_LABELS } from '../webhook-labels.ts';
import styles from './create-token-dialog.module.css';

const form = passwordBody.extend({ url: webhookFields.shape.url, description: webhookFields.shape.description.unwrap() });

interface CreateWebhookDialogProps {
  onCreated: (webhook: WebhookWithSecret) => void;
  onClose: () => void;
}

export function CreateWebhookDialog({ onCreated, onClose }: CreateWebhookDialogProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(form),
    mode: 'onSubmit',
    defaultValues: { url: '', description: '', password: '' },
  });
  const [events, setEvents] = useState<readonly WebhookEvent[]>([]);
  const [isEventMissing, setIsEventMissing] = useState(false);
  const create = useCreateWebhook({ onSuccess: onCreated });
  const submit = handleSubmit((values) => {
    setIsEventMissing(events.length === 0);
    if (events.length > 0) create.mutate({ ...values, events: [...events] });
  });
  const { errors } = formState;
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      onSubmit={submit}
      title="Add a webhook"
      description="The chosen events are sent to your address as signed POST requests."
      submitLabel="Add webhook"
      isSubmitting={create.isPending}
      failure={create.error ? getErrorMessage(create.error) : undefined}
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
