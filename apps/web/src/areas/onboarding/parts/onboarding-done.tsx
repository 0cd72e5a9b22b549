import { Link } from '@tanstack/react-router';
import type { Album } from '@vitrine/contract/albums';
import type { Device } from '@vitrine/contract/devices';
import { useEffect, useRef } from 'react';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { DevicePicture } from '../../devices/parts/device-picture.tsx';
import { getDeviceStateLabel } from '../../publishing/screen-progress.ts';
import styles from './onboarding.module.css';

/** Confetti pieces spread over the whole width without a visible pattern. */
const CONFETTI_STYLES = Array.from({ length: 18 }, (_, index) => ({
  left: `${(index * 37) % 100}%`,
  animationDelay: `${((index * 7) % 10) * 60}ms`,
}));

interface OnboardingCompleteProps {
  device: Device;
  /** Album to which the user can add more photos. */
  album: Album | undefined;
  onClose: () => void;
}

/** Final message of onboarding, shown when the screen plays. */
export function OnboardingComplete({ device, album, onClose }: OnboardingCompleteProps) {
  const title = useRef<HTMLHeadingElement>(null);
  // Restore the focus only if its element was removed with the steps.
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, []);
  const playlist = device.screen?.playlistName;
  return (
    <section className={styles.welcome} data-shown="" aria-labelledby="welcome-title">
      <div className={styles.confetti} aria-hidden="true">
        {CONFETTI_STYLES.map((piece) => (
          <span key={piece.left} style={piece} />
        ))}
      </div>
      <div className={styles.shown}>
        <div className={styles.wall}>
          <DevicePicture device={device} width={400} />
        </div>
        <Stack gap={3}>
          <h2 ref={title} id="welcome-title" className={styles.title} tabIndex={-1}>
            Your photos are on the screen
          </h2>
          <p className={styles.soft}>
            {device.name} is showing {playlist ? `“${playlist}”` : 'your photos'}. Photos you add to the album appear automatically. You can
            rename everything later.
          </p>
          <Row wrap gap={2}>
            <Button onClick={onClose}>Done</Button>
            {album && (
              <Link to="/main/media" search={{ albumId: album._id }} className={buttonClass()}>
                Add more photos
              </Link>
            )}
            <Link to="/main/device/devicedetailpage" search={{ deviceId: device._id }} className={buttonClass()}>
              View screen
            </Link>
          </Row>
        </Stack>
      </div>
    </section>
  );
}

const DEVICES_SHOWN = 3;

/** Onboarding of a member whose family already has screens: shows them. */
export function FamilyOnboarding({ devices, onDismiss }: { devices: readonly Device[]; onDismiss: () => void }) {
  return (
    <section className={styles.welcome} aria-labelledby="welcome-title">
      <Row as="header" align="start" justify="between" gap={3}>
        <div>
          <h2 id="welcome-title" className={styles.title}>
            Your family’s screens are ready
          </h2>
          <p className={styles.soft}>
            Photos you add to an album that is on a screen appear there automatically. Below are your own albums and your family’s albums.
          </p>
        </div>
      </Row>
      <ul className={styles.screens} aria-label="Screens">
        {devices.slice(0, DEVICES_SHOWN).map((device) => (
          <Stack as="li" key={device._id} gap={1} canShrink>
            <div className={styles.wall}>
              <DevicePicture device={device} width={320} />
            </div>
            <Link to="/main/device/devicedetailpage" search={{ deviceId: device._id }}>
              {device.name}
            </Link>
            <Text as="span" tone="soft" size="sm" breaks="pretty">
              {getDeviceStateLabel(device)}
            </Text>
          </Stack>
        ))}
      </ul>
      <Row wrap gap={2}>
        <Button onClick={onDismiss}>Got it</Button>
        <Link to="/main/playlist" className={buttonClass('quiet')}>
          View playlists
        </Link>
      </Row>
    </section>
  );
}
