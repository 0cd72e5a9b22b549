import type { Device } from '@vitrine/contract/devices';
import { MESSAGES } from '@vitrine/contract/messages';
import { useState } from 'react';
import { formatRelative } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ScreenIcon } from '../../../ui/icons.tsx';
import { SearchBox } from '../../../ui/toolbar.tsx';
import styles from './publish-dialog.module.css';

interface DeviceChoiceProps {
  devices: Device[];
  chosen: readonly string[];
  onToggle: (id: string) => void;
}

export function DeviceChoice({ devices, chosen, onToggle }: DeviceChoiceProps) {
  const [wanted, setWanted] = useState('');
  if (devices.length === 0) {
    return (
      <EmptyState icon={<ScreenIcon size={26} />} title={MESSAGES.noDeviceToDeploy}>
        Open {window.location.host}/screen on a television or a frame, and add it under Devices.
      </EmptyState>
    );
  }
  const text = wanted.trim().toLowerCase();
  const shown = devices.filter(({ name, deviceId }) => `${name} ${deviceId}`.toLowerCase().includes(text));
  return (
    <>
      <SearchBox label="Search devices" value={wanted} onChange={setWanted} />
      <ul className={styles.devices} aria-label="Devices">
        {shown.map((device) => (
          <DeviceOption key={device._id} device={device} isChosen={chosen.includes(device._id)} onToggle={() => onToggle(device._id)} />
        ))}
      </ul>
      {shown.length === 0 && <p className={styles.soft}>No device is called “{wanted}”.</p>}
      {devices.some(({ status }) => status === 0) && <p className={styles.soft}>An offline device can't be selected.</p>}
    </>
  );
}

function DeviceOption({ device, isChosen, onToggle }: { device: Device; isChosen: boolean; onToggle: () => void }) {
  const isOnline = device.status === 1;
  const showing = device.screen?.playlistName;
  return (
    <li>
      <label className={styles.device} data-offline={isOnline ? undefined : ''}>
        <input type="checkbox" checked={isChosen} onChange={onToggle} disabled={!isOnline} />
        <span className={styles.words}>
          <strong>{device.name}</strong>
          <span className={styles.soft}>
            {device.deviceId}
            {device.deployedAt && `, deployed ${formatRelative(device.deployedAt)}`}
            {isChosen && showing && `. Replaces ${showing}.`}
          </span>
        </span>
        <Badge tone={isOnline ? 'success' : 'neutral'}>{isOnline ? 'Online' : 'Offline'}</Badge>
      </label>
    </li>
  );
}
