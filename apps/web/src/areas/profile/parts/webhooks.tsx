import { useQuery } from '@tanstack/react-query';
import type { Webhook, WebhookWithSecret } from '@vitrine/contract/webhooks';
import { useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { LinkIcon, LockIcon, MoreIcon, PencilIcon, PowerIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Entry, EntryList } from '../../../ui/details.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { PasswordDialog } from '../../accounts/parts/password-dialog.tsx';
import { useDeleteWebhook, useEditWebhook, useRotateWebhookSecret, useTestWebhook, webhooksOptions } from '../api/webhooks.ts';
import { describeWebhookProblem, getWebhookEventLabel } from '../webhook-labels.ts';
import styles from './second-factor-dialogs.module.css';
import { WebhookDeliveriesDialog } from './webhook-deliveries-dialog.tsx';
import { ChangeWebhookDialog, CreateWebhookDialog } from './webhook-form-dialog.tsx';

/** Webhooks of the own account. */
export function Webhooks() {
  const list = useQuery(webhooksOptions);
  const { dialog, target, open, close } = useDialog();
  const [shown, setShown] = useState<WebhookWithSecret | null>(null);
  const chosen = list.data?.find(({ _id }) => _id === target);
  const showSecret = (webhook: WebhookWithSecret) => {
    setShown(webhook);
    close();
  };
  return (
    <Panel
      title="Webhooks"
      note="Get a signed request at an address of yours when something happens in your account."
      actions={<Button onClick={() => open('createWebhook')}>Add webhook</Button>}
    >
      {list.isPending && <Skeleton style={{ height: 56 }} />}
      {list.isLoadingError && <p role="alert">{getErrorMessage(list.error)}</p>}
      {list.data && list.data.length > 0 && (
        <EntryList>
          {list.data.map((webhook) => (
            <WebhookEntry key={webhook._id} webhook={webhook} onOpen={(name) => open(name, webhook._id)} />
          ))}
        </EntryList>
      )}
      {dialog === 'createWebhook' && <CreateWebhookDialog onCreated={showSecret} onClose={close} />}
      {shown && <SecretDialog secret={shown.secret} onClose={() => setShown(null)} />}
      {dialog === 'webhookDeliveries' && chosen && <WebhookDeliveriesDialog webhook={chosen} onClose={close} />}
      {dialog === 'changeWebhook' && chosen && <ChangeWebhookDialog webhook={chosen} onClose={close} />}
      {dialog === 'rotateWebhook' && chosen && <RotateSecretDialog webhook={chosen} onRotated={showSecret} onClose={close} />}
      {dialog === 'deleteWebhook' && chosen && <DeleteWebhookDialog webhook={chosen} onClose={close} />}
    </Panel>
  );
}

const nameOf = ({ description, url }: Webhook): string => description || new URL(url).host;

interface WebhookEntryProps {
  webhook: Webhook;
  onOpen: (dialog: string) => void;
}

function WebhookEntry({ webhook, onOpen }: WebhookEntryProps) {
  const { _id: id, url, events, disabledReason } = webhook;
  const isEnabled = disabledReason === null;
  const showError = (error: unknown) => toast.error(getErrorMessage(error));
  const edit = useEditWebhook({ onError: showError });
  const test = useTestWebhook({ onSuccess: ({ message }) => toast.success(message ?? 'Test event sent.'), onError: showError });
  const problem = describeWebhookProblem(webhook);
  const name = nameOf(webhook);
  return (
    <Entry title={name} notes={[url, events.map(getWebhookEventLabel).join(', '), ...(problem === undefined ? [] : [problem])]}>
      {!isEnabled && <Badge tone="warning">Disabled</Badge>}
      {isEnabled && webhook.failingSince !== null && <Badge tone="warning">Failing</Badge>}
      <Row gap={2} align="center">
        <Button aria-label={`Deliveries of ${name}`} onClick={() => onOpen('webhookDeliveries')}>
          Deliveries
        </Button>
        <Menu trigger={<IconButton label={`Actions for ${name}`} icon={<MoreIcon size={18} />} />}>
          {isEnabled && (
            <MenuItem icon={<LinkIcon size={18} />} isDisabled={test.isPending} onSelect={() => test.mutate(id)}>
              Send test event
            </MenuItem>
          )}
          <MenuItem icon={<PencilIcon size={18} />} onSelect={() => onOpen('changeWebhook')}>
            Edit
          </MenuItem>
          <MenuItem icon={<PowerIcon size={18} />} isDisabled={edit.isPending} onSelect={() => edit.mutate({ id, isEnabled: !isEnabled })}>
            {isEnabled ? 'Disable' : 'Enable'}
          </MenuItem>
          <MenuItem icon={<LockIcon size={18} />} onSelect={() => onOpen('rotateWebhook')}>
            New secret
          </MenuItem>
          <MenuItem icon={<TrashIcon size={18} />} isDanger onSelect={() => onOpen('deleteWebhook')}>
            Delete
          </MenuItem>
        </Menu>
      </Row>
    </Entry>
  );
}

/** Shows the secret once. A click outside does not close it. */
function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      closesOutside={false}
      title="Copy your secret"
      description="Your server needs this secret to check that requests come from here. It is not shown again."
    >
      <Stack gap={5}>
        <Row gap={2} align="center">
          <code className={styles.key}>{secret}</code>
          <CopyButton text={secret} what="secret" />
        </Row>
        <Row justify="end">
          <Button kind="primary" onClick={onClose}>
            I’ve copied it
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}

interface RotateSecretDialogProps {
  webhook: Webhook;
  onRotated: (webhook: WebhookWithSecret) => void;
  onClose: () => void;
}

function RotateSecretDialog({ webhook, onRotated, onClose }: RotateSecretDialogProps) {
  const rotate = useRotateWebhookSecret({ onSuccess: onRotated });
  return (
    <PasswordDialog
      isOpen
      onClose={onClose}
      title="New secret"
      description="Requests are signed with both the old and the new secret for 24 hours. Change the secret on your server within that time."
      submitLabel="Create new secret"
      isSubmitting={rotate.isPending}
      failure={rotate.error ? getErrorMessage(rotate.error) : undefined}
      onSubmit={(password) => rotate.mutate({ id: webhook._id, password })}
    />
  );
}

function DeleteWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const remove = useDeleteWebhook({
    onSuccess: ({ message }) => toast.success(message ?? 'Webhook deleted.'),
    onError: (error) => toast.error(getErrorMessage(error)),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => !remove.isPending && remove.mutate(webhook._id)}
      title={`Delete “${nameOf(webhook)}”?`}
      consequence="Its waiting deliveries are deleted too, and no more events are sent to it. This can’t be undone."
      confirmLabel="Delete"
      isBusy={remove.isPending}
    />
  );
}
