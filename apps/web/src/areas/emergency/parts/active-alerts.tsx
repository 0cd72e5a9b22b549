import { useQuery } from '@tanstack/react-query';
import type { EmergencyAlert } from '@vitrine/contract/emergency';
import { useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { emergencyAlertOptions, useEndAlert, useExtendAlert } from '../api/emergency.ts';
import { DURATIONS, describeShown, formatEnd, isDone } from '../emergency-labels.ts';
import styles from './emergency.module.css';

/** Names of screens that are listed before the rest is a number. */
const NAMED_SCREENS = 8;

/** Alerts that are shown now, with the screens that were not reached. */
export const ActiveAlerts = ({ alerts }: { alerts: readonly EmergencyAlert[] }) =>
  alerts.length > 0 && (
    <ul className={styles.alerts} aria-label="Active alerts">
      {alerts.map((alert) => (
        <li key={alert._id} className={styles.alert} data-drill={alert.drill ? '' : undefined}>
          <ActiveAlert alert={alert} />
        </li>
      ))}
    </ul>
  );

function ActiveAlert({ alert }: { alert: EmergencyAlert }) {
  const [isAsked, setAsked] = useState(false);
  const fail = (error: unknown) => toast.error(getErrorMessage(error));
  const end = useEndAlert({
    onSuccess: () => void toast.success('The alert has ended.'),
    onError: fail,
    onSettled: () => setAsked(false),
  });
  const extend = useExtendAlert({ onError: fail });
  return (
    <Stack gap={3}>
      <Row wrap gap={2} align="center">
        <span className={styles.swatch} data-color={alert.color} aria-hidden="true" />
        <h2 className={styles.name}>{alert.title}</h2>
        <Badge tone={alert.drill ? 'warning' : 'danger'}>{alert.drill ? 'Drill' : 'Alert'}</Badge>
      </Row>
      <output>
        <Text as="span" weight="medium">
          {describeShown(alert)}
          {isDone(alert) && ' · Done'}
        </Text>
      </output>
      <Text size="sm" tone="soft">
        Until {formatEnd(alert.endsAt)}
        {alert.isFromCap ? ' · Raised by a CAP alert' : alert.raisedBy && ` · Raised by ${alert.raisedBy}`}
      </Text>
      {!isDone(alert) && <MissingScreens alertId={alert._id} />}
      <Row wrap gap={2}>
        <Button className={styles.end} onClick={() => setAsked(true)}>
          End alert
        </Button>
        <Menu trigger={<Button isLoading={extend.isPending}>Extend</Button>}>
          {DURATIONS.map(({ value, label }) => (
            <MenuItem key={value} onSelect={() => extend.mutate({ alertId: alert._id, minutes: Number(value) })}>
              {`Ends in ${label}`}
            </MenuItem>
          ))}
        </Menu>
      </Row>
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => end.mutate(alert._id)}
        title={`End “${alert.title}”?`}
        consequence="The screens return to their playlists."
        confirmLabel="End alert"
        isBusy={end.isPending}
      />
    </Stack>
  );
}

/** Names the screens that have not confirmed the alert. */
function MissingScreens({ alertId }: { alertId: string }) {
  const { data } = useQuery(emergencyAlertOptions(alertId));
  if (!data || data.missing.length === 0) return null;
  const named = data.missing.slice(0, NAMED_SCREENS);
  const others = data.screens - data.shown - named.length;
  return (
    <div>
      <Text size="sm" tone="soft">
        Not shown yet:
      </Text>
      <ul className={styles.missing} aria-label="Screens that do not show it">
        {named.map(({ _id, name, isOnline }) => (
          <li key={_id}>
            <Badge dot={isOnline ? 'online' : 'offline'}>{`${name} (${isOnline ? 'online' : 'offline'})`}</Badge>
          </li>
        ))}
        {others > 0 && <li>{`and ${others.toLocaleString('en-US')} more`}</li>}
      </ul>
    </div>
  );
}
