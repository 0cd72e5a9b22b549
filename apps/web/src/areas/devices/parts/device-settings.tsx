import type { Device, DeviceSettings as Settings } from '@vitrine/contract/devices';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useUpdateDeviceSettings } from '../api/device-mutations.ts';
import { FIT_CHOICES, getVolumeChoices, parseRotation, ROTATION_CHOICES } from '../setting-words.ts';
import styles from './device-info-panels.module.css';

/** How the screen shows what is published on it. Each choice reaches the wall at once. */
export function DeviceSettings({ device }: { device: Device }) {
  const change = useUpdateDeviceSettings(device._id, { onError: (error) => toast.error(getErrorMessage(error)) });
  const asked: Settings = change.isPending ? (change.variables ?? {}) : {};
  const { fit, rotation, volume } = { ...device, ...asked };
  return (
    <section className={styles.panel} aria-labelledby="picture-and-sound">
      <h2 id="picture-and-sound" className={styles.title}>
        Display and sound
      </h2>
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
