import type { Device } from '@vitrine/contract/devices';
import { Button } from '../../../ui/button.tsx';
import { Text } from '../../../ui/text.tsx';
import { getOffLabel } from '../../publishing/screen-progress.ts';
import { formatBrightness, formatOperatingHours } from '../operating-hours-labels.ts';
import panelStyles from './device-info-panels.module.css';
import styles from './operating-hours.module.css';

/** When a device is on, and its brightness. */
export function OperationPanel({ device, onEdit }: { device: Device; onEdit: () => void }) {
  const { operation, brightness } = device;
  const isFromTags = operation !== undefined && operation.tags.length > 0;
  return (
    <section className={panelStyles.panel} aria-labelledby="operating-hours">
      <Text as="h2" id="operating-hours" size="md">
        Operating hours
      </Text>
      {operation ? (
        <>
          {!operation.isOn && <Text>{getOffLabel(device)}</Text>}
          {operation.hours.map((hours) => (
            <Text key={JSON.stringify(hours)}>{formatOperatingHours(hours)}</Text>
          ))}
          {isFromTags && <p className={styles.state}>{`By ${operation.tags.join(', ')}`}</p>}
        </>
      ) : (
        <Text tone="soft">Always on</Text>
      )}
      {brightness && <p className={styles.state}>{`Brightness: ${formatBrightness(brightness)}`}</p>}
      <Button className={styles.start} onClick={onEdit}>
        Edit operating hours
      </Button>
    </section>
  );
}
