import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getErrorMessage, getLoadFailure } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Text } from '../../../ui/text.tsx';
import type { AccountInView } from '../../accounts/account-in-view.ts';
import { familiesOptions } from '../../families/api/families.ts';
import { moveForecastOptions, useMoveDevices } from '../api/bulk-devices.ts';
import { type BulkResult, describeMove, getBulkResult } from '../bulk-result-messages.ts';
import styles from './device-dialogs.module.css';

interface MoveTarget {
  /** Null for the user's own devices. */
  orgId: string | null;
  name: string;
}

interface MoveDevicesDialogProps {
  isOpen: boolean;
  onClose: () => void;
  deviceIds: readonly string[];
  account: AccountInView;
  onDone: (said: BulkResult, orgId: string | null) => void;
}

/** The places devices can go to; administrators move nothing for others. */
export function useMoveTargets({ isOwn }: AccountInView): MoveTarget[] {
  const orgs = useSession()?.orgs ?? [];
  const families = useQuery({ ...familiesOptions, enabled: isOwn && orgs.length > 0 }).data ?? [];
  if (!isOwn || orgs.length === 0) return [];
  return [{ orgId: null, name: 'My devices' }, ...families.map(({ id, name }) => ({ orgId: id, name }))];
}

export function MoveDevicesDialog(props: MoveDevicesDialogProps) {
  const targets = useMoveTargets(props.account);
  return props.isOpen && targets.length > 1 ? <MoveForm {...props} targets={targets} /> : null;
}

const OWN_DEVICES = 'own';

function MoveForm({
  onClose,
  deviceIds,
  account: { userId },
  targets,
  onDone,
}: MoveDevicesDialogProps & { targets: readonly MoveTarget[] }) {
  const [chosen, setChosen] = useState('');
  const home = targets.find(({ orgId }) => (orgId ?? OWN_DEVICES) === chosen);
  const destination = { userId, orgId: home?.orgId ?? null };
  const forecast = useQuery({ ...moveForecastOptions(deviceIds, destination), enabled: home !== undefined });
  const move = useMoveDevices(deviceIds, {
    onSuccess: (outcomes, { orgId }) =>
      onDone(
        getBulkResult((count) => `${count} moved`, outcomes),
        orgId,
      ),
  });
  const moving = forecast.data?.moving ?? 0;
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Move ${formatCount(deviceIds.length, 'device')}`}
      submitLabel={moving > 0 ? `Move ${formatCount(moving, 'device')}` : 'Move'}
      isSubmitting={move.isPending}
      isSubmitDisabled={home === undefined || moving === 0}
      failure={move.error && getErrorMessage(move.error)}
      onSubmit={(event) => {
        event.preventDefault();
        move.mutate(destination);
      }}
    >
      <SelectField
        label="Move to"
        value={chosen}
        options={[
          { value: '', label: 'Choose a destination' },
          ...targets.map(({ orgId, name }) => ({ value: orgId ?? OWN_DEVICES, label: name })),
        ]}
        onChange={({ target }) => setChosen(target.value)}
      />
      {home !== undefined && (
        <Stack gap={2} aria-live="polite">
          {getLoadFailure(forecast) && <LoadFailure message={getErrorMessage(forecast.error)} onRetry={() => void forecast.refetch()} />}
          {forecast.isPending && <Skeleton style={{ height: 48 }} />}
          {forecast.data && <MovePreview {...describeMove(forecast.data, deviceIds.length)} isToFamily={home.orgId !== null} />}
        </Stack>
      )}
    </FormDialog>
  );
}

function MovePreview({ words, ending, isToFamily }: { words: string; ending: string[]; isToFamily: boolean }) {
  return (
    <>
      <p>{words}</p>
      <Text tone="soft" size="sm">
        {isToFamily
          ? 'Everyone in the family can see and manage these devices and what’s published on them. They count toward the family owner’s plan.'
          : 'The family will no longer see these devices. They count toward your own plan.'}
      </Text>
      {ending.length > 0 ? (
        <>
          <p>Playlists that don’t belong to the new owner will be removed from these devices:</p>
          <ul className={styles.ending} aria-label="Playlists to be removed">
            {ending.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      ) : (
        <Text tone="soft" size="sm">
          Everything published on them is kept.
        </Text>
      )}
    </>
  );
}
