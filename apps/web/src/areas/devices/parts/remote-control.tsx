import type { Device, DeviceCommandName } from '@vitrine/contract/devices';
import { LIMITS } from '@vitrine/contract/limits';
import { useEffect, useEffectEvent, useId } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { MoreIcon, MutedIcon, NextIcon, PauseIcon, PlayIcon, PreviousIcon } from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { SoundIcon } from '../../../ui/icons.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useRefreshDevices, useSendDeviceCommand } from '../api/devices.ts';
import { getReceiptLabel, isPendingCommand } from '../device-labels.ts';
import styles from '../pages/device.module.css';

/** Sends commands to the screen, one at a time, and shows the last result. `onConfirm` handles those that need a confirmation. */
export function RemoteControl({ device, onConfirm }: { device: Device; onConfirm: (command: DeviceCommandName) => void }) {
  const { send, isBusy } = useDeviceCommands(device);
  const isOff = device.status === 0 || isBusy;
  const isPaused = device.screen?.paused ?? false;
  const isMuted = device.mute === 1;
  // In synchronized playback, the clock selects the item.
  const cannotSkip = device.status === 1 && device.screen?.synchronized === true;
  const noteId = useId();
  const button = (label: string, icon: React.ReactNode, command: DeviceCommandName) => (
    <IconButton label={label} icon={icon} disabled={isOff} onClick={() => send(command)} />
  );
  const skipButton = (label: string, icon: React.ReactNode, command: DeviceCommandName) => (
    <IconButton
      label={label}
      icon={icon}
      disabled={isOff || cannotSkip}
      aria-describedby={cannotSkip ? noteId : undefined}
      onClick={() => send(command)}
    />
  );
  return (
    <section className={styles.remote} aria-label="Remote control">
      <Row>
        {skipButton('Previous', <PreviousIcon />, 'previous')}
        {isPaused ? button('Play', <PlayIcon />, 'play') : button('Pause', <PauseIcon />, 'pause')}
        {skipButton('Next', <NextIcon />, 'next')}
        {isMuted ? button('Unmute', <MutedIcon />, 'unmute') : button('Mute', <SoundIcon />, 'mute')}
        <Menu trigger={<IconButton label="More controls" icon={<MoreIcon />} disabled={isOff} />}>
          <MenuItem onSelect={() => send('reload')}>Reload</MenuItem>
          {device.screen?.canReboot && <MenuItem onSelect={() => onConfirm('reboot')}>Reboot</MenuItem>}
          {device.screen?.canPowerOff && <MenuItem onSelect={() => onConfirm('poweroff')}>Power off</MenuItem>}
          <MenuItem isDanger onSelect={() => onConfirm('factory_reset')}>
            Factory reset
          </MenuItem>
        </Menu>
      </Row>
      <output className={styles.receipt} data-state={device.action?.state}>
        {device.status === 0 ? 'This screen is offline.' : device.action ? getReceiptLabel(device.action) : 'No commands sent yet'}
      </output>
      {cannotSkip && (
        <Text id={noteId} tone="soft" size="sm" className={styles.skipNote}>
          Items can’t be skipped while this playlist plays in sync with other screens.
        </Text>
      )}
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

const CONFIRMED_COMMANDS = {
  reboot: {
    title: 'Reboot',
    label: 'Reboot',
    consequence: 'The computer running the screen restarts. Playback resumes automatically.',
  },
  poweroff: { title: 'Power off', label: 'Power off', consequence: 'The screen turns off. You’ll need to turn it on again by hand.' },
  factory_reset: {
    title: 'Factory reset',
    label: 'Factory reset',
    consequence: 'All content on the screen is erased, the screen gets a new ID, and it’s removed from your devices.',
  },
} as const;
type ConfirmedCommand = keyof typeof CONFIRMED_COMMANDS;

interface ConfirmCommandDialogProps {
  device: Device;
  command: string | undefined;
  onClose: () => void;
  onSent: (command: DeviceCommandName) => void;
}

/** Confirms the commands that cannot be undone remotely. */
export function ConfirmCommandDialog({ device, command, onClose, onSent }: ConfirmCommandDialogProps) {
  const { send } = useDeviceCommands(device);
  const text = command !== undefined && command in CONFIRMED_COMMANDS ? CONFIRMED_COMMANDS[command as ConfirmedCommand] : undefined;
  const confirm = () => {
    send(command as DeviceCommandName);
    onSent(command as DeviceCommandName);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={text !== undefined}
      onClose={onClose}
      onConfirm={confirm}
      title={`${text?.title ?? ''} “${device.name}”?`}
      consequence={text?.consequence}
      confirmLabel={text?.label ?? ''}
      isBusy={false}
    />
  );
}
