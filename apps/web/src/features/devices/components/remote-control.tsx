import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Device, DeviceActionName } from '@vitrine/contract/devices';
import { LIMITS } from '@vitrine/contract/limits';
import { useEffect } from 'react';
import { deviceKeys } from '../../../entities/devices/device-keys.ts';
import { messageOf } from '../../../lib/app-error.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MoreIcon, MutedIcon, NextIcon, PauseIcon, PlayIcon, PreviousIcon, SoundIcon } from '../../../ui/icons.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { controlDevice } from '../api/devices.ts';
import { isUnderWay, receiptWords } from '../remote-words.ts';
import styles from './remote-control.module.css';

/** Sends orders to the screen, one at a time, and tells what came of the last. `ask` is for those that want to be confirmed. */
export function RemoteControl({ device, onAsk }: { device: Device; onAsk: (action: DeviceActionName) => void }) {
  const { send, isBusy } = useOrders(device);
  const isOff = device.status === 0 || isBusy;
  const isPaused = device.screen?.paused ?? false;
  const isMuted = device.mute === 1;
  const button = (label: string, icon: React.ReactNode, action: DeviceActionName) => (
    <IconButton label={label} icon={icon} disabled={isOff} onClick={() => send(action)} />
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
          <MenuItem onSelect={() => onAsk('reboot')}>Reboot</MenuItem>
          <MenuItem onSelect={() => onAsk('poweroff')}>Power off</MenuItem>
          <MenuItem isDanger onSelect={() => onAsk('factory_reset')}>
            Factory reset
          </MenuItem>
        </Menu>
      </div>
      <output className={styles.receipt} data-state={device.action?.state}>
        {device.status === 0 ? 'This screen is offline.' : device.action ? receiptWords(device.action) : 'Remote control'}
      </output>
    </section>
  );
}

export function useOrders(device: Device) {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: deviceKeys.all });
  const order = useMutation({
    mutationFn: (action: DeviceActionName) => controlDevice(device._id, action),
    onSettled: refresh,
    onError: (error) => toast.error(messageOf(error)),
  });
  const isWaiting = isUnderWay(device.action);
  const askedAt = device.action?.createdAt;
  // No answer comes as no event: looked at again once the time for one is over.
  useEffect(() => {
    if (!isWaiting || !askedAt) return;
    const leftMs = Math.max(1000, Date.parse(askedAt) + LIMITS.actionMs + 500 - Date.now());
    const timer = setTimeout(() => void client.invalidateQueries({ queryKey: deviceKeys.all }), leftMs);
    return () => clearTimeout(timer);
  }, [isWaiting, askedAt, client]);
  return { send: (action: DeviceActionName) => order.mutate(action), isBusy: order.isPending || isWaiting };
}
