import type { Device } from '@vitrine/contract/devices';
import type { PublishForecast } from '@vitrine/contract/forecast';
import { MESSAGES } from '@vitrine/contract/messages';
import { useState } from 'react';
import { forecastWords } from '../../../lib/forecast-words.ts';
import { formatRelative } from '../../../lib/format.ts';
import { includesWords } from '../../../lib/includes-words.ts';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ScreenIcon } from '../../../ui/icons.tsx';
import { SearchBox } from '../../../ui/toolbar.tsx';
import { forecastNotes } from '../forecast-notes.ts';
import styles from './publish-dialog.module.css';

interface DeviceChoiceProps {
  devices: Device[];
  chosen: readonly string[];
  /** Of the chosen ones, as far as they are known. */
  forecasts: readonly PublishForecast[];
  onToggle: (id: string) => void;
}

export function DeviceChoice({ devices, chosen, forecasts, onToggle }: DeviceChoiceProps) {
  const [wanted, setWanted] = useState('');
  if (devices.length === 0) {
    return (
      <EmptyState icon={<ScreenIcon size={26} />} title={MESSAGES.noDeviceToDeploy}>
        Open {window.location.host}/screen on a television or a frame, and add it under Devices.
      </EmptyState>
    );
  }
  const shown = devices
    .filter(({ name, deviceId }) => includesWords(`${name} ${deviceId}`, wanted))
    // Those that can be chosen first.
    .toSorted((one, other) => other.status - one.status);
  return (
    <>
      <SearchBox label="Search devices" value={wanted} onChange={setWanted} />
      <ul className={styles.devices} aria-label="Devices">
        {shown.map((device) => (
          <DeviceOption
            key={device._id}
            device={device}
            isChosen={chosen.includes(device._id)}
            forecast={forecasts.find(({ deviceId }) => deviceId === device._id)}
            onToggle={() => onToggle(device._id)}
          />
        ))}
      </ul>
      {shown.length === 0 && <p className={styles.soft}>No device is called “{wanted}”.</p>}
      {devices.some(({ status }) => status === 0) && <p className={styles.soft}>An offline device can't be selected.</p>}
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
  const notes = isChosen && forecast ? forecastNotes(forecast, device.timeZone) : undefined;
  return (
    <li>
      <label className={styles.device} data-offline={isOnline ? undefined : ''}>
        <input type="checkbox" checked={isChosen} onChange={onToggle} disabled={!isOnline} />
        <span className={styles.words}>
          <strong>{device.name}</strong>
          <span className={styles.soft}>
            {device.deviceId}
            {device.deployedAt && `, deployed ${formatRelative(device.deployedAt)}`}
          </span>
          {isOnline && <span className={styles.soft}>{`Now: ${forecastWords(device.forecast, device.timeZone)}`}</span>}
          {notes && <span className={styles.then}>{notes.outcome}</span>}
          {notes?.room && (
            <span className={styles.soft} data-bad={notes.isTooLarge ? '' : undefined}>
              {notes.room}
            </span>
          )}
        </span>
        <Badge tone={isOnline ? 'success' : 'neutral'}>{isOnline ? 'Online' : 'Offline'}</Badge>
      </label>
    </li>
  );
}
