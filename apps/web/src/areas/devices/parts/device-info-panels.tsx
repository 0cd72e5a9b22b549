import { useQuery } from '@tanstack/react-query';
import type { Device, DeviceSettings as Settings } from '@vitrine/contract/devices';
import type { ScreenHealth } from '@vitrine/contract/screens';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatBytes, formatCount, formatDate, formatLimit, formatRelative } from '../../../lib/format.ts';
import { Stack } from '../../../ui/layout.tsx';
import { Progress } from '../../../ui/loading.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { SwitchField } from '../../../ui/toggles.tsx';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import { getDeploymentLabel } from '../../publishing/screen-progress.ts';
import { deviceTagsOptions, useTagDevices } from '../api/bulk-devices.ts';
import { useSetDeviceInfoVisible, useUpdateDeviceSettings } from '../api/devices.ts';
import { getBulkResult } from '../bulk-result-messages.ts';
import {
  FIT_CHOICES,
  formatTemperature,
  getClockSkewLabel,
  getVolumeChoices,
  isHot,
  parseRotation,
  ROTATION_CHOICES,
} from '../device-labels.ts';
import styles from './device-info-panels.module.css';
import { TagField } from './tags.tsx';

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

/** How the screen is doing, as far as its browser tells. */
export function DeviceHealth({ health }: { health: ScreenHealth }) {
  const { storageUsedBytes: used, storageQuotaBytes: quota, memoryUsedBytes, heals, width, height } = health;
  // Not every browser tells each of them; what is not known has no row.
  const facts: [string, string][] = [
    ...(width > 0 ? [['Resolution', `${width} × ${height}`] satisfies [string, string]] : []),
    ['Clock', getClockSkewLabel(health)],
    ...(memoryUsedBytes ? [['Memory', formatBytes(memoryUsedBytes)] satisfies [string, string]] : []),
    ['Restarted after a failure', heals === 0 ? 'Never' : formatCount(heals, 'time')],
  ];
  const hasStorage = used !== null && quota !== null && quota > 0;
  return (
    <section className={styles.panel} aria-labelledby="health">
      <Text as="h2" id="health" size="md">
        Health
      </Text>
      {hasStorage && (
        <Stack gap={2}>
          <p>{used > 0 ? `Storage: ${formatBytes(used)} of ${formatLimit(quota)} used` : `Storage: ${formatLimit(quota)} free`}</p>
          <Progress value={Math.min(100, (used / quota) * 100)} label="Screen storage" />
        </Stack>
      )}
      <dl className={styles.facts}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** How the screen shows what is published on it. Each choice reaches the wall at once. */
export function DeviceSettings({ device }: { device: Device }) {
  const change = useUpdateDeviceSettings(device._id, { onError: (error) => toast.error(getErrorMessage(error)) });
  const asked: Settings = change.isPending ? (change.variables ?? {}) : {};
  const { fit, rotation, volume } = { ...device, ...asked };
  return (
    <section className={styles.panel} aria-labelledby="picture-and-sound">
      <Text as="h2" id="picture-and-sound" size="md">
        Display and sound
      </Text>
      <SelectField
        label="Photo fit"
        value={fit}
        options={FIT_CHOICES}
        onChange={({ target }) => change.mutate({ fit: FIT_CHOICES.find(({ value }) => value === target.value)?.value })}
      />
      <SelectField
        label="Rotation"
        value={rotation === null ? '' : String(rotation)}
        options={ROTATION_CHOICES}
        onChange={({ target }) => change.mutate({ rotation: parseRotation(target.value) })}
      />
      <SelectField
        label="Volume"
        value={String(volume)}
        options={getVolumeChoices(volume)}
        onChange={({ target }) => change.mutate({ volume: Number(target.value) })}
      />
    </section>
  );
}

/** The tags of one device; each change holds at once. */
export function DeviceTags({ device, scope }: { device: Device; scope: OwnerScope }) {
  const known = useQuery(deviceTagsOptions(scope)).data ?? [];
  const change = useTagDevices({
    onSuccess: (outcomes, _change, refreshed) => {
      const { text, isWhole } = getBulkResult(() => '', outcomes);
      if (!isWhole) toast.warning(text);
      return refreshed;
    },
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  const asked = change.isPending ? change.variables : undefined;
  const picked = [...device.tags.filter((tag) => !asked?.remove.includes(tag)), ...(asked?.add ?? [])];
  return (
    <section className={styles.panel} aria-label="Tags">
      <TagField
        label="Tags"
        picked={picked}
        known={known.filter(({ orgId }) => orgId === device.orgId)}
        onPick={(name) => change.mutate({ deviceIds: [device._id], add: [name], remove: [] })}
        onRemove={(name) => change.mutate({ deviceIds: [device._id], add: [], remove: [name] })}
        isBusy={change.isPending}
        hint="Use tags to group devices by place, floor or purpose."
      />
    </section>
  );
}
