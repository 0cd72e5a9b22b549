import { useQuery } from '@tanstack/react-query';
import { type AlertConditions, SCREEN_CONDITIONS, type ScreenAlerts } from '@vitrine/contract/screen-alerts';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { messageToasts } from '../../../lib/use-api-mutation.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { PencilIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { BackLink, PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { FactList } from '../../../ui/side-panel.tsx';
import { Text } from '../../../ui/text.tsx';
import { SwitchField } from '../../../ui/toggles.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import { CONDITION_LABELS, describeCondition, describeQuietHours } from '../alert-labels.ts';
import { screenAlertsOptions, useDeleteTagAlerts, useEditSubscription } from '../api/screen-alerts.ts';
import { ActiveAlerts } from '../parts/active-alerts.tsx';
import styles from '../parts/screen-alerts.module.css';
import { SettingsDialog, TagAlertsDialog } from '../parts/settings-dialogs.tsx';

/** Page with the active alerts about screens and the settings of alerts. */
export function ScreenAlertsPage() {
  const scope = useAccountInView();
  const { data, error, isPending, refetch } = useQuery(screenAlertsOptions(scope));
  return (
    <>
      <PageHeader title="Alerts" back={<BackLink to="/main/device" label="Back to devices" />} />
      <div className={styles.panels}>
        {isPending && <Skeleton style={{ height: 320 }} />}
        {error && !data && <LoadFailure message={getErrorMessage(error)} onRetry={() => void refetch()} />}
        {data && <AlertPanels alerts={data} scope={scope} />}
      </div>
    </>
  );
}

function AlertPanels({ alerts, scope }: { alerts: ScreenAlerts; scope: OwnerScope }) {
  const { dialog, target, open, close } = useDialog();
  const tag = alerts.tags.find(({ tagId }) => tagId === target);
  return (
    <>
      <ActiveAlerts {...alerts} />
      <SubscriptionPanel alerts={alerts} scope={scope} />
      <Panel title="What you are alerted about" actions={<Button onClick={() => open('editAlerts')}>Edit alerts</Button>}>
        <div className={styles.facts}>
          <FactList
            facts={[
              ...getConditionFacts(alerts.conditions),
              ...(alerts.hasSources ? [{ term: CONDITION_LABELS.source, value: alerts.source.isOn ? 'On' : 'Off' }] : []),
              { term: 'Quiet hours', value: describeQuietHours(alerts.quietHours) },
            ]}
          />
        </div>
      </Panel>
      <TagsPanel
        alerts={alerts}
        onAdd={() => open('addTagAlerts')}
        onEdit={(tagId) => open('editTagAlerts', tagId)}
        onRemove={(tagId) => open('deleteTagAlerts', tagId)}
      />
      {dialog === 'editAlerts' && <SettingsDialog alerts={alerts} scope={scope} onClose={close} />}
      {dialog === 'addTagAlerts' && <TagAlertsDialog alerts={alerts} scope={scope} tagId={undefined} onClose={close} />}
      {dialog === 'editTagAlerts' && tag && <TagAlertsDialog alerts={alerts} scope={scope} tagId={tag.tagId} onClose={close} />}
      <RemoveTagDialog isOpen={dialog === 'deleteTagAlerts' && tag !== undefined} tag={tag} onClose={close} />
    </>
  );
}

const getConditionFacts = (conditions: AlertConditions) =>
  SCREEN_CONDITIONS.map((condition) => ({ term: CONDITION_LABELS[condition], value: describeCondition(condition, conditions) }));

function SubscriptionPanel({ alerts: { subscription }, scope }: { alerts: ScreenAlerts; scope: OwnerScope }) {
  const save = useEditSubscription(scope, { onError: messageToasts.onError });
  const shown = save.isPending ? save.variables : subscription;
  return (
    <Panel title="How you are alerted" note={scope.orgId ? 'Each member of the family decides for themselves.' : undefined}>
      <Stack gap={4}>
        <SwitchField label="Email" isOn={shown.byEmail} onChange={(byEmail) => save.mutate({ ...shown, byEmail })} />
        <SwitchField
          label="Notification in the app"
          isOn={shown.byNotification}
          onChange={(byNotification) => save.mutate({ ...shown, byNotification })}
        />
      </Stack>
    </Panel>
  );
}

interface TagsPanelProps {
  alerts: ScreenAlerts;
  onAdd: () => void;
  onEdit: (tagId: string) => void;
  onRemove: (tagId: string) => void;
}

const TagsPanel = ({ alerts: { tags }, onAdd, onEdit, onRemove }: TagsPanelProps) => (
  <Panel title="Tags with other settings" actions={<Button onClick={onAdd}>Add tag</Button>}>
    {tags.length === 0 && (
      <Text tone="soft">
        The same settings apply to all screens. Add a tag to be alerted sooner, later or not at all about some of them.
      </Text>
    )}
    {tags.length > 0 && (
      <ul className={styles.list} aria-label="Tags with other settings">
        {tags.map(({ tagId, name, conditions }) => (
          <li key={tagId} className={styles.tag}>
            <span className={styles.row}>
              <span className={styles.name}>{name}</span>
              <Text as="span" size="sm" tone="soft">
                {`Offline: ${describeCondition('offline', conditions).toLowerCase()}`}
              </Text>
            </span>
            <IconButton label={`Edit alerts of ${name}`} icon={<PencilIcon size={18} />} onClick={() => onEdit(tagId)} />
            <IconButton label={`Remove alerts of ${name}`} icon={<TrashIcon size={18} />} onClick={() => onRemove(tagId)} />
          </li>
        ))}
      </ul>
    )}
  </Panel>
);

function RemoveTagDialog({
  isOpen,
  tag,
  onClose,
}: {
  isOpen: boolean;
  tag: ScreenAlerts['tags'][number] | undefined;
  onClose: () => void;
}) {
  const remove = useDeleteTagAlerts({ ...messageToasts, onSettled: onClose });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => tag && remove.mutate(tag.tagId)}
      title={`Remove the settings of “${tag?.name ?? ''}”?`}
      consequence="The settings of all screens apply to its devices again."
      confirmLabel="Remove settings"
      isBusy={remove.isPending}
    />
  );
}
