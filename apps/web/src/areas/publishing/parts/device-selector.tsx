import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Device } from '@vitrine/contract/devices';
import type { PublishForecast } from '@vitrine/contract/forecast';
import { LIMITS } from '@vitrine/contract/limits';
import { MESSAGES } from '@vitrine/contract/messages';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { ScreenIcon } from '../../../ui/app-icons.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { SearchBox } from '../../../ui/toolbar.tsx';
import { VirtualRows } from '../../../ui/virtual-rows.tsx';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import { useListOnlineDevices } from '../api/publish-targets.ts';
import { type PublishRequest, publishForecastOptions } from '../api/publishes.ts';
import { waitingPublishesOptions } from '../api/waiting-publishes.ts';
import { countOverLimit, createSelection, type DeviceSelection, EMPTY_SELECTION, toggleDevice } from '../device-selection.ts';
import { getDeviceShape } from '../device-shape.ts';
import { getForecastLabel, getForecastNotes } from '../publish-labels.ts';
import { getDeploymentLabel } from '../screen-progress.ts';
import type { PublishTargets } from '../use-publish-targets.ts';
import styles from './publish-dialog.module.css';
import { PublishWhenBack } from './publish-when-back.tsx';

/** Height of a row of an unselected device, in pixels. */
const ROW_PX = 76;
const LIMIT_MESSAGE = `You can publish to up to ${formatCount(LIMITS.publishDevices, 'device')} at a time.`;

interface DeviceChoiceProps {
  what: PublishRequest;
  /** False while the schedule is incomplete. The effect of the publish is unknown until then. */
  isComplete: boolean;
  scope: OwnerScope;
  targets: PublishTargets;
  choice: DeviceSelection;
  onChoose: (choice: DeviceSelection) => void;
}

/** Any number of devices, searched by the server; what was chosen stays chosen while others are looked for. */
export function DeviceSelector(props: DeviceChoiceProps) {
  const { targets, choice } = props;
  const excess = countOverLimit(choice);
  if (targets.error && targets.loaded.length === 0)
    return <LoadFailure message={getErrorMessage(targets.error)} onRetry={targets.refetch} />;
  if (targets.count === 0 && targets.text === '' && targets.wanted === '') {
    return (
      <EmptyState
        icon={<ScreenIcon size={26} />}
        title={MESSAGES.noDeviceToDeploy}
        action={
          <Link to="/main/device" search={{ dialog: 'add' }} className={buttonClass('primary')}>
            Add device
          </Link>
        }
      >
        Open {window.location.host}/screen on a TV or photo frame, then add it under Devices.
      </EmptyState>
    );
  }
  return (
    <>
      <SearchBox label="Search devices" value={targets.wanted} onChange={targets.search} />
      <SelectionSummary {...props} />
      {excess > 0 && (
        <p className={styles.soft} data-bad="" role="alert">
          {`${LIMIT_MESSAGE} Clear ${excess.toLocaleString('en-US')} of the selected devices.`}
        </p>
      )}
      <DeviceRows {...props} />
    </>
  );
}

/** How many are selected, and the way to all or none of them. */
function SelectionSummary({ scope, targets: { isSettled, text }, choice, onChoose }: DeviceChoiceProps) {
  const all = useListOnlineDevices(scope, text, {
    onSuccess: (ids) => {
      if (ids.length === 0) toast.warning('All selected screens are offline.');
      if (ids.length === LIMITS.publishDevices) toast.warning(`${LIMIT_MESSAGE} Only the first ${LIMITS.publishDevices} were selected.`);
      onChoose(createSelection([...choice.ids, ...ids]));
    },
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  return (
    <div className={styles.chosen}>
      <output>{`${choice.ids.size.toLocaleString('en-US')} selected`}</output>
      {choice.ids.size > 0 && (
        <Button kind="quiet" onClick={() => onChoose(EMPTY_SELECTION)}>
          Clear
        </Button>
      )}
      <Button kind="quiet" isLoading={all.isPending} disabled={!isSettled} onClick={() => all.mutate()}>
        {text === '' ? 'Select all online' : 'Select all online results'}
      </Button>
    </div>
  );
}

function DeviceRows({ what, isComplete, targets, choice, onChoose }: DeviceChoiceProps) {
  const chosenInSight = targets.loaded.flatMap(({ _id }) => (choice.ids.has(_id) ? _id : []));
  const forecast = useQuery(publishForecastOptions(what, chosenInSight, isComplete));
  const forecasts = (isComplete && forecast.data) || [];
  const waiting = useQuery(waitingPublishesOptions({ playlistId: what.playlistId }));
  if (targets.count === undefined) return <Skeleton style={{ height: 3 * ROW_PX }} />;
  if (targets.count === 0) return <p className={styles.soft}>No devices match “{targets.text}”.</p>;
  return (
    <>
      <VirtualRows key={targets.text} label="Devices" count={targets.count} estimate={ROW_PX} onShow={targets.show}>
        {(index) => {
          const device = targets.at(index);
          if (!device) return <Skeleton style={{ height: ROW_PX }} />;
          return (
            <>
              <DeviceOption
                device={device}
                isChosen={choice.ids.has(device._id)}
                forecast={forecasts.find(({ deviceId }) => deviceId === device._id)}
                onToggle={() => onChoose(toggleDevice(choice, device._id))}
              />
              {device.status === 0 && waiting.data && (
                <PublishWhenBack
                  device={device}
                  request={what}
                  isComplete={isComplete}
                  waiting={waiting.data.find((publish) => publish.device._id === device._id)}
                />
              )}
            </>
          );
        }}
      </VirtualRows>
      {targets.loaded.some(({ status }) => status === 0) && <p className={styles.soft}>An offline device can't be selected.</p>}
      {waiting.isLoadingError && <p className={styles.soft}>{getErrorMessage(waiting.error)}</p>}
    </>
  );
}

interface DeviceOptionProps {
  device: Device;
  isChosen: boolean;
  forecast?: PublishForecast;
  onToggle: () => void;
}

function DeviceOption({ device, isChosen, forecast, onToggle }: DeviceOptionProps) {
  const isOnline = device.status === 1;
  const deployed = getDeploymentLabel(device);
  const notes = isChosen && forecast ? getForecastNotes(forecast, device) : undefined;
  return (
    <label className={styles.device} data-offline={isOnline ? undefined : ''}>
      <input type="checkbox" checked={isChosen} onChange={onToggle} disabled={!isOnline && !isChosen} />
      <DeviceOutline device={device} />
      <span className={styles.words}>
        <strong>{device.name}</strong>
        <span className={styles.soft}>
          {device.deviceId}
          {deployed && `, ${deployed}`}
        </span>
        {isOnline && <span className={styles.soft}>{`Now: ${getForecastLabel(device.forecast, device)}`}</span>}
        {notes && (
          <Text as="span" size="sm" weight="medium">
            {notes.outcome}
          </Text>
        )}
        {notes?.room && (
          <span className={styles.soft} data-bad={notes.isTooLarge ? '' : undefined}>
            {notes.room}
          </span>
        )}
      </span>
      <Badge tone={isOnline ? 'success' : 'neutral'}>{isOnline ? 'Online' : 'Offline'}</Badge>
    </label>
  );
}

/** The shape of a wall, small: whether it hangs upright, and how wide it is. */
function DeviceOutline({ device }: { device: Pick<Device, 'screen' | 'rotation'> }) {
  const { width, height } = getDeviceShape(device);
  return (
    <span className={styles.place} aria-hidden="true">
      <span className={styles.outline} data-upright={height > width ? '' : undefined} style={{ aspectRatio: `${width} / ${height}` }} />
    </span>
  );
}
