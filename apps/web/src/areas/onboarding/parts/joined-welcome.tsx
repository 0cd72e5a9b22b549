import { Link } from '@tanstack/react-router';
import type { Device } from '@vitrine/contract/devices';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { DevicePicture } from '../../devices/parts/device-picture.tsx';
import { getDeviceStateLabel } from '../../publishing/screen-progress.ts';
import styles from './onboarding.module.css';

const DEVICES_SHOWN = 3;

/** Whoever joins a family whose screens are on has nothing to set up: it shows them what there is. */
export function FamilyOnboarding({ devices, onDismiss }: { devices: readonly Device[]; onDismiss: () => void }) {
  return (
    <section className={styles.welcome} aria-labelledby="welcome-title">
      <header className={styles.head}>
        <div>
          <h2 id="welcome-title" className={styles.title}>
            Your family’s screens are ready
          </h2>
          <p className={styles.soft}>
            Photos you add to an album that is on a screen appear there automatically. Below are your own albums and your family’s albums.
          </p>
        </div>
      </header>
      <ul className={styles.screens} aria-label="Screens">
        {devices.slice(0, DEVICES_SHOWN).map((device) => (
          <li key={device._id} className={styles.screen}>
            <div className={styles.wall}>
              <DevicePicture device={device} width={320} />
            </div>
            <Link to="/main/device/devicedetailpage" search={{ deviceId: device._id }}>
              {device.name}
            </Link>
            <span className={styles.small}>{getDeviceStateLabel(device)}</span>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button kind="primary" onClick={onDismiss}>
          Got it
        </Button>
        <Link to="/main/playlist" className={buttonClass('quiet')}>
          View playlists
        </Link>
      </div>
    </section>
  );
}
