import type { Device } from '@vitrine/contract/devices';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatDate, formatRelative } from '../../../lib/format.ts';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { getDeploymentLabel } from '../../publishing/deployed-words.ts';
import { useSetDeviceInfoVisible } from '../api/device-mutations.ts';
import { formatTemperature, isHot } from '../device-labels.ts';
import styles from './device-info-panels.module.css';

const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

export function DeviceFacts({ device }: { device: Device }) {
  const show = useSetDeviceInfoVisible(device._id, {
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  const facts: [string, string][] = [
    ['Device ID', device.deviceId],
    ['Time zone', device.timeZone.replaceAll('_', ' ')],
    ['Last published', capitalize(getDeploymentLabel(device)) || 'Never'],
    ['Last seen', device.screen ? formatRelative(device.screen.at) : 'Never'],
    // A screen that has not told them has no row for them.
    ...(device.versionCode === null ? [] : [['Version', device.versionCode] satisfies [string, string]]),
    ...(device.ip === null ? [] : [['IP address', device.ip] satisfies [string, string]]),
    ['Added', formatDate(device.createdAt)],
  ];
  const isShown = show.isPending ? (show.variables ?? false) : device.showInfo === 1;
  return (
    <div className={styles.panel}>
      <dl className={styles.facts}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {device.temperature !== null && (
          <div data-hot={isHot(device.temperature) ? '' : undefined}>
            <dt>Temperature</dt>
            <dd>{formatTemperature(device.temperature)}</dd>
          </div>
        )}
        {device.underVoltage && (
          <div data-hot="">
            <dt>Power supply</dt>
            <dd>Low voltage</dd>
          </div>
        )}
      </dl>
      <SwitchField label="Show name and ID on the screen" isOn={isShown} onChange={(next) => show.mutate(next)} />
    </div>
  );
}
