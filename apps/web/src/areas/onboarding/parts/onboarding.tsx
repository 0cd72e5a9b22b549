import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { User } from '@vitrine/contract/accounts';
import type { Album } from '@vitrine/contract/albums';
import type { Device, DeviceLimit } from '@vitrine/contract/devices';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useEffectiveAccount } from '../../../lib/session.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { albumListOptions, albumPagesOptions } from '../../albums/api/albums.ts';
import { deviceListPageOptions } from '../../devices/api/devices.ts';
import { getOnboardingProgress, getOnboardingView, getProgressAnnouncement, type OnboardingData } from '../onboarding-steps.ts';
import { FamilyOnboarding } from './joined-welcome.tsx';
import styles from './onboarding.module.css';
import { OnboardingComplete } from './onboarding-done.tsx';
import { PhotosStep } from './photos-step.tsx';
import { PublishStep } from './publish-step.tsx';
import { ScreenStep } from './screen-step.tsx';
import { SharedWithYouNote } from './shared-note.tsx';
import { OnboardingStep } from './step.tsx';
import { useEndOnboarding } from './use-end-welcome.ts';

interface WelcomeProps {
  user: User;
  onClose: () => void;
  /** What was closed is taken back. */
  onReopen: () => void;
}

/** The first three minutes: photos, a screen, and the photos on the screen. What is done follows from what there is, so any browser goes on with it. */
export function Onboarding({ user, onClose, onReopen }: WelcomeProps) {
  const account = useAccountInView();
  const albums = useInfiniteQuery(albumPagesOptions('mine', account));
  const shared = useQuery(albumListOptions('shared', account));
  const devices = useQuery(deviceListPageOptions(account, {}, undefined));
  // Albums that cannot be read say so in their own place, below.
  if (albums.isLoadingError) return null;
  const failed = [shared, devices].find(({ isLoadingError }) => isLoadingError);
  if (failed?.error) return <LoadFailure message={getErrorMessage(failed.error)} onRetry={() => void failed.refetch()} />;
  if (!albums.data || !shared.data || !devices.data) return <Skeleton className={styles.waiting} />;
  const found = { albums: albums.data.pages.flat(), shared: shared.data, devices: devices.data.devices };
  return (
    <OnboardingSteps key={account.orgId ?? ''} user={user} found={found} limit={devices.data.limit} onClose={onClose} onReopen={onReopen} />
  );
}

interface StepsProps extends WelcomeProps {
  found: OnboardingData<Album, Device>;
  limit: DeviceLimit | undefined;
}

function OnboardingSteps({ user, found, limit, onClose, onReopen }: StepsProps) {
  const { mode } = useEffectiveAccount();
  const steps = getOnboardingProgress(found);
  const [wasShowing] = useState(steps.isShowing);
  const [openedAt] = useState(Date.now);
  const view = getOnboardingView(steps, { wasShowing, isMember: mode === 'sub-admin', now: openedAt });
  // What was celebrated is not taken back when the screen goes off a moment later.
  const [shownOn, setShownOn] = useState<Device | undefined>();
  if (view === 'shown' && !shownOn) setShownOn(steps.device);
  const { end, close, dismiss } = useEndOnboarding(user._id, { onClose, onReopen });
  const isOver = view === 'over';
  const hasEnded = shownOn !== undefined || isOver;
  const finish = useEffectEvent(() => {
    end();
    if (isOver) close();
  });
  useEffect(() => {
    if (hasEnded) finish();
  }, [hasEnded]);
  const publishTitle = useRef<HTMLHeadingElement>(null);
  if (shownOn) {
    const device = found.devices.find(({ _id }) => _id === shownOn._id) ?? shownOn;
    return <OnboardingComplete device={device} album={steps.target} onClose={close} />;
  }
  if (isOver) return null;
  if (view === 'joined') return <FamilyOnboarding devices={found.devices} onDismiss={dismiss} />;
  return (
    <section className={styles.welcome} aria-labelledby="welcome-title">
      <header className={styles.head}>
        <div>
          <h2 id="welcome-title" className={styles.title}>
            Welcome, {user.name.split(' ')[0]}
          </h2>
          <p className={styles.soft}>Put your photos on a screen in three steps.</p>
        </div>
        <IconButton label="Close setup guide" icon={<CloseIcon />} onClick={dismiss} />
      </header>
      <ol className={styles.steps}>
        <OnboardingStep number={1} title="Add photos" isDone={steps.filled !== undefined}>
          <PhotosStep target={steps.target} filled={steps.filled} />
        </OnboardingStep>
        <OnboardingStep number={2} title="Open a screen" isDone={steps.device !== undefined}>
          <ScreenStep device={steps.device} limit={limit} onAdded={() => publishTitle.current?.focus()} />
        </OnboardingStep>
        <OnboardingStep number={3} title="Publish" isDone={steps.isPublished} titleRef={publishTitle}>
          <PublishStep {...steps} />
        </OnboardingStep>
      </ol>
      <SharedWithYouNote shared={found.shared} userId={user._id} />
      <VisuallyHidden as="output">{getProgressAnnouncement(steps)}</VisuallyHidden>
    </section>
  );
}
