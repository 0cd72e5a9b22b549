import type { Device, DeviceCommandName } from '@vitrine/contract/devices';
import { LIMITS } from '@vitrine/contract/limits';
import { useEffect, useEffectEvent } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { MoreIcon, MutedIcon, NextIcon, PauseIcon, PlayIcon, PreviousIcon } from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SoundIcon } from '../../../ui/icons.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useRefreshDevices, useSendDeviceCommand } from '../api/device-mutations.ts';
import { getReceiptLabel, isPendingCommand } from '../remote-words.ts';
import styles from './remote-control.module.css';

/** Sends commands to the screen, one at a time, and shows what came of the last. `onConfirm` is for those that are confirmed first. */
export function RemoteControl({ device, onConfirm }: { device: Device; onConfirm: (command: DeviceCommandName) => void }) {
  const { send, isBusy } = useDeviceCommands(device);
  const isOff = device.status === 0 || isBusy;
  const isPaused = device.screen?.paused ?? false;
  const isMuted = device.mute === 1;
  const button = (label: string, icon: React.ReactNode, command: DeviceCommandName) => (
    <IconButton label={label} icon={icon} disabled={isOff} onClick={() => send(command)} />
  );
  return (
    <section className={styles.remote} aria-label="Remote control">
      <div className={styles.buttons}>
        {button('Previous', <PreviousIcon />, 'previous')}
        {isPaused ? button('Play', <PlayIcon />, 'play') : button('Pause', <PauseIcon />, 'pause')}
        {button('Next', <NextIcon />, 'next')}
        {isMuted ? button('Unmute', <MutedIcon />, 'unmute') : button('Mute', <SoundIcon />, 'mute')}
        <Menu trigger={<IconButton label="More controls" icon={<MoreIcon />} disabled={isOff} />}>
          <MenuItem onSelect={() => send('reload')}>Reload</MenuItem>
          {device.screen?.canReboot && <MenuItem onSelect={() => onConfirm('reboot')}>Reboot</MenuItem>}
          {device.screen?.canPowerOff && <MenuItem onSelect={() => onConfirm('poweroff')}>Power off</MenuItem>}
          <MenuItem isDanger onSelect={() => onConfirm('factory_reset')}>
            Factory reset
          </MenuItem>
        </Menu>
      </div>
      <output className={styles.receipt} data-state={device.action?.state}>
        {device.status === 0 ? 'This screen is offline.' : device.action ? getReceiptLabel(device.action) : 'No commands sent yet'}
      </output>
    </section>
  );
}

export function useDeviceCommands(device: Device) {
  const refresh = useEffectEvent(useRefreshDevices());
  const control = useSendDeviceCommand(device._id, { onError: (error) => toast.error(getErrorMessage(error)) });
  const isWaiting = isPendingCommand(device.action);
  const sentAt = device.action?.createdAt;
  // The server sends no event when a command expires: refetch once its time is over.
  useEffect(() => {
    if (!isWaiting || !sentAt) return;
    const leftMs = Math.max(1000, Date.parse(sentAt) + LIMITS.commandMs + 500 - Date.now());
    const timer = setTimeout(() => refresh(), leftMs);
    return () => clearTimeout(timer);
  }, [isWaiting, sentAt]);
  return { send: (command: DeviceCommandName) => control.mutate(command), isBusy: control.isPending || isWaiting };
}
