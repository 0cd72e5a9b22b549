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
import { DURATIONS, describeRaiser, describeShown, formatEnd, isDone } from '../emergency-labels.ts';
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
        {[`Until ${formatEnd(alert.endsAt)}`, describeRaiser(alert)].filter(Boolean).join(' · ')}
      </Text>
      <ScreenProblems alert={alert} />
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

/** Names the screens that have not confirmed the alert, and those that show it without its sound. */
function ScreenProblems({ alert }: { alert: EmergencyAlert }) {
  const { data } = useQuery(emergencyAlertOptions(alert._id));
  if (!data) return null;
  const missing = (isDone(alert) ? [] : data.missing).map(
    (device) => ({ ...device, note: device.isOnline ? 'online' : 'offline' }) as const,
  );
  const silent = data.silent.map((device) => ({ ...device, note: 'without sound' }) as const);
  return (
    <>
      <ScreenList title="Not shown yet:" label="Screens that do not show it" screens={missing} count={data.screens - data.shown} />
      <ScreenList title="Shown without sound:" label="Screens without sound" screens={silent} count={silent.length} />
    </>
  );
}

interface ScreenListProps {
  title: string;
  label: string;
  screens: readonly { _id: string; name: string; note: 'online' | 'offline' | 'without sound' }[];
  /** Number of all screens, of which the first are named. */
  count: number;
}

function ScreenList({ title, label, screens, count }: ScreenListProps) {
  if (screens.length === 0) return null;
  const named = screens.slice(0, NAMED_SCREENS);
  return (
    <div>
      <Text size="sm" tone="soft">
        {title}
      </Text>
      <ul className={styles.missing} aria-label={label}>
        {named.map(({ _id, name, note }) => (
          <li key={_id}>
            <Badge dot={note === 'offline' ? 'offline' : 'online'}>{`${name} (${note})`}</Badge>
          </li>
        ))}
        {count > named.length && <li>{`and ${(count - named.length).toLocaleString('en-US')} more`}</li>}
      </ul>
    </div>
  );
}
