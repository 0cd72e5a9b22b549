import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Device, type DeviceLimit, deviceForm, isAtDeviceLimit } from '@vitrine/contract/devices';
import { WAITING_SCREEN_CHANNEL, type WaitingScreenMessage } from '@vitrine/contract/waiting-screen';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { isAdministrator, useSession } from '../../../lib/session.ts';
import { ScreenIcon } from '../../../ui/app-icons.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { DeviceLimitLinks, ErrorWithUpgrade, UpgradeLink, useCanUpgrade } from '../../accounts/parts/plan-usage.tsx';
import { networkOriginsOptions, useSaveDevice } from '../../devices/api/devices.ts';
import { DeviceIdField } from '../../devices/parts/device-id-field.tsx';
import { getBrowserTimeZone } from '../../devices/time-zones.ts';
import { getDeviceStateLabel } from '../../publishing/screen-progress.ts';
import styles from './onboarding.module.css';

const FIRST_SCREEN = 'My screen';

interface ScreenStepProps {
  device: Device | undefined;
  limit: DeviceLimit | undefined;
  /** Called after the screen was added. */
  onAdded: () => void;
}

export function ScreenStep({ device, limit, onAdded }: ScreenStepProps) {
  if (device) {
    return (
      <Stack align="start" gap={2}>
        <p className={styles.soft}>
          <Link to="/main/device/devicedetailpage" search={{ deviceId: device._id }}>
            {device.name}
          </Link>
        </p>
        <p className={styles.soft}>{getDeviceStateLabel(device)}</p>
      </Stack>
    );
  }
  if (limit && isAtDeviceLimit(limit)) return <LimitReached limit={limit} />;
  return <AddScreen onAdded={onAdded} />;
}

function LimitReached({ limit: { hasEnded } }: { limit: DeviceLimit }) {
  const reason = hasEnded ? 'Your plan has ended.' : 'You’ve reached your plan’s device limit.';
  return (
    <Stack align="start" gap={2}>
      <p className={styles.soft}>{useCanUpgrade() ? `${reason} Upgrade to add a screen.` : reason}</p>
      {hasEnded ? <UpgradeLink /> : <DeviceLimitLinks />}
    </Stack>
  );
}

/** Returns true when the page was opened under an address that other devices cannot reach. */
const isOnThisComputer = (): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(window.location.hostname);

function ScreenAddress() {
  const isAdmin = isAdministrator(useSession());
  const isThisComputer = isOnThisComputer();
  const network = useQuery({ ...networkOriginsOptions(), enabled: isThisComputer });
  const origins = isThisComputer && network.data?.length ? network.data : [window.location.origin];
  return (
    <Stack gap={1}>
      <p className={styles.soft}>On a TV, tablet or spare phone, open:</p>
      {origins.map((origin) => (
        <p key={origin} className={styles.url}>
          <strong>
            {origin.replace(/^https?:\/\//, '')}
            <wbr />
            /screen
          </strong>
          <CopyButton text={`${origin}/screen`} what="address" />
        </p>
      ))}
      {isThisComputer && network.data?.length === 0 && (
        <Text tone="soft" size="sm" breaks="pretty">
          This address only works on this computer. To use a TV on your network,{' '}
          {isAdmin ? (
            <>
              start Vitrine with <code>HOST=0.0.0.0</code>.
            </>
          ) : (
            'ask the administrator of this installation to open it to your network.'
          )}
        </Text>
      )}
      {origins.length > 1 && (
        <Text tone="soft" size="sm" breaks="pretty">
          Use the address that matches the TV’s network.
        </Text>
      )}
    </Stack>
  );
}

function AddScreen({ onAdded }: { onAdded: () => void }) {
  const waitingId = useWaitingScreen();
  const { register, handleSubmit, formState, setValue } = useForm({
    resolver: zodResolver(deviceForm),
    mode: 'onSubmit',
    defaultValues: { deviceId: '', name: FIRST_SCREEN, timeZone: getBrowserTimeZone() },
  });
  const save = useSaveDevice(undefined, { onSuccess: onAdded });
  const add = handleSubmit((values) => save.mutate(values));
  const addWaiting = (deviceId: string) => {
    setValue('deviceId', deviceId);
    void add();
  };
  return (
    <>
      <ScreenAddress />
      {waitingId ? (
        <Button kind="primary" icon={<ScreenIcon size={18} />} isLoading={save.isPending} onClick={() => addWaiting(waitingId)}>
          Add device {waitingId}
        </Button>
      ) : (
        <a href="/screen" target="_blank" rel="noopener" className={buttonClass()}>
          <ScreenIcon size={18} />
          Open a screen in this browser
        </a>
      )}
      <form className={styles.form} onSubmit={add} noValidate>
        <DeviceIdField error={formState.errors.deviceId?.message} {...register('deviceId')} />
        <Button type="submit" isLoading={save.isPending}>
          Add device
        </Button>
      </form>
      {save.error && (
        <p className={styles.failure} role="alert">
          <ErrorWithUpgrade error={save.error} />
        </p>
      )}
    </>
  );
}

/** Id of a screen that is open in this browser and waits to be added, otherwise null. */
function useWaitingScreen(): string | null {
  const [deviceId, setDeviceId] = useState<string | null>(null);
  useEffect(() => {
    if (!('BroadcastChannel' in window)) return;
    const channel = new BroadcastChannel(WAITING_SCREEN_CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<WaitingScreenMessage>) => {
      if (data.kind === 'waiting') setDeviceId(data.deviceId);
    };
    channel.postMessage({ kind: 'ask' } satisfies WaitingScreenMessage);
    return () => channel.close();
  }, []);
  return deviceId;
}
