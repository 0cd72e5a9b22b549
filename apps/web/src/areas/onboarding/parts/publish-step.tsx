import type { Album } from '@vitrine/contract/albums';
import type { Device } from '@vitrine/contract/devices';
import { CastIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { ErrorWithUpgrade } from '../../accounts/parts/upgrade-link.tsx';
import { getProgressLabel, getScreenProgress } from '../../publishing/screen-progress.ts';
import type { OnboardingProgress } from '../onboarding-steps.ts';
import styles from './onboarding.module.css';
import { usePublishAlbum } from './use-publish-album.ts';

export function PublishStep({ filled, device, isPublished }: OnboardingProgress<Album, Device>) {
  const publish = usePublishAlbum({});
  if (device && isPublished) return <PublishInProgress device={device} />;
  const album = filled;
  const missing = getMissingMessage(album !== undefined, device);
  return (
    <>
      <p className={styles.soft}>{missing ?? `Publish “${album?.name}” to ${device?.name}. Photos you add later appear automatically.`}</p>
      <Button
        kind={missing ? 'secondary' : 'primary'}
        size="large"
        icon={<CastIcon size={18} />}
        disabled={missing !== null}
        isLoading={publish.isPending}
        onClick={() => album && device && publish.mutate({ album, device })}
      >
        Publish
      </Button>
      {publish.error && (
        <p className={styles.failure} role="alert">
          <ErrorWithUpgrade error={publish.error} />
        </p>
      )}
    </>
  );
}

function getMissingMessage(hasAlbum: boolean, device: Device | undefined): string | null {
  if (!hasAlbum && !device) return 'Add photos and a screen first. Then publish with one click.';
  if (!hasAlbum) return 'Add photos first.';
  if (!device) return 'Add a screen first.';
  // An offline device cannot be selected anywhere else either (specification 2 §2).
  return device.status === 0 ? `${device.name} is offline. Open /screen on it again, then publish.` : null;
}

function PublishInProgress({ device }: { device: Device }) {
  const progress = getScreenProgress(device);
  const percent = progress.is === 'downloading' ? (progress.downloaded / progress.total) * 100 : null;
  const words =
    progress.is === 'offline' ? `${device.name} is offline. It will show your photos when it reconnects.` : getProgressLabel(progress);
  return (
    <div className={styles.progress}>
      <p className={styles.soft}>{words}</p>
      {progress.is !== 'offline' && <Progress value={percent} label={words} />}
    </div>
  );
}
