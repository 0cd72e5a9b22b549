import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { User } from '@vitrine/contract/accounts';
import type { Album } from '@vitrine/contract/albums';
import type { Device, DeviceLimit } from '@vitrine/contract/devices';
import { type ReactNode, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { useEffectiveAccount } from '../../../lib/session.ts';
import { IconButton } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { CheckIcon, CloseIcon } from '../../../ui/icons.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { NoteBox } from '../../../ui/panel.tsx';
import { VisuallyHidden } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { userOptions, useSetOnboardingEnded } from '../../accounts/api/accounts.ts';
import { albumListOptions, albumPagesOptions } from '../../albums/api/albums.ts';
import { deviceListPageOptions } from '../../devices/api/devices.ts';
import { notificationListOptions } from '../../notifications/api/notifications.ts';
import { getOnboardingProgress, getOnboardingView, getProgressAnnouncement, type OnboardingData } from '../onboarding-steps.ts';
import styles from './onboarding.module.css';
import { FamilyOnboarding, OnboardingComplete } from './onboarding-done.tsx';
import { PhotosStep } from './photos-step.tsx';
import { PublishStep } from './publish-step.tsx';
import { ScreenStep } from './screen-step.tsx';

interface OnboardingProps {
  user: User;
  onClose: () => void;
  /** Called when the user undoes closing. */
  onReopen: () => void;
}

/** Guides a new user through adding photos, adding a screen and publishing. Progress is derived from existing objects, so any browser continues it. */
export function Onboarding({ user, onClose, onReopen }: OnboardingProps) {
  const account = useAccountInView();
  const albums = useInfiniteQuery(albumPagesOptions('mine', account));
  const shared = useQuery(albumListOptions('shared', account));
  const devices = useQuery(deviceListPageOptions(account, {}, undefined));
  // The album list below shows its own error.
  if (albums.isLoadingError) return null;
  const failed = [shared, devices].find(({ isLoadingError }) => isLoadingError);
  if (failed?.error) return <LoadFailure message={getErrorMessage(failed.error)} onRetry={() => void failed.refetch()} />;
  if (!albums.data || !shared.data || !devices.data) return <Skeleton className={styles.waiting} />;
  const found = { albums: albums.data.pages.flat(), shared: shared.data, devices: devices.data.devices };
  return (
    <OnboardingSteps key={account.orgId ?? ''} user={user} found={found} limit={devices.data.limit} onClose={onClose} onReopen={onReopen} />
  );
}

interface StepsProps extends OnboardingProps {
  found: OnboardingData<Album, Device>;
  limit: DeviceLimit | undefined;
}

function OnboardingSteps({ user, found, limit, onClose, onReopen }: StepsProps) {
  const { mode } = useEffectiveAccount();
  const steps = getOnboardingProgress(found);
  const [wasShowing] = useState(steps.isShowing);
  const [openedAt] = useState(Date.now);
  const view = getOnboardingView(steps, { wasShowing, isMember: mode === 'sub-admin', now: openedAt });
  // The success message stays when the screen goes offline a moment later.
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
      <Row as="header" align="start" justify="between" gap={3}>
        <div>
          <h2 id="welcome-title" className={styles.title}>
            Welcome, {user.name.split(' ')[0]}
          </h2>
          <p className={styles.soft}>Put your photos on a screen in three steps.</p>
        </div>
        <IconButton label="Close setup guide" icon={<CloseIcon />} onClick={dismiss} />
      </Row>
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

/** Albums shared with the user, and pending invitations. */
function SharedWithYouNote({ shared, userId }: { shared: readonly Album[]; userId: string }) {
  const notifications = useQuery(notificationListOptions(userId)).data ?? [];
  const [invitation, ...others] = notifications.filter(({ invitationType }) => invitationType === 'share_album');
  if (invitation) {
    return (
      <NoteBox>
        {invitation.notificationBody}
        {others.length > 0 && ` You have ${formatCount(others.length, 'more invitation')}.`}{' '}
        <Link to="/main/notification">View invitations</Link>
      </NoteBox>
    );
  }
  const [first] = shared;
  if (!first) return null;
  return (
    <NoteBox>
      {first.sharedBy[0]?.name ?? 'Someone'} shared “{first.name}” with you.{' '}
      {shared.length > 1 && `${formatCount(shared.length - 1, 'more album is', 'more albums are')} shared with you. `}
      <Link to="/main" search={{ shared: true }}>
        View shared albums
      </Link>
    </NoteBox>
  );
}

interface StepProps {
  number: number;
  title: string;
  isDone: boolean;
  /** Receives the focus when the previous step is done. */
  titleRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

function OnboardingStep({ number, title, isDone, titleRef, children }: StepProps) {
  return (
    <li className={styles.step} data-done={isDone ? '' : undefined}>
      <h3 ref={titleRef} className={styles.stepTitle} tabIndex={-1}>
        <span className={styles.mark} aria-hidden="true">
          {isDone ? <CheckIcon size={16} /> : number}
        </span>
        {title}
        {isDone && <VisuallyHidden> done</VisuallyHidden>}
      </h3>
      {children}
    </li>
  );
}

/** Ends onboarding for the account on all devices. On this page it stays visible until it is closed. */
function useEndOnboarding(userId: string, { onClose, onReopen }: { onClose: () => void; onReopen: () => void }) {
  const client = useQueryClient();
  const setNewcomer = (isNewcomer: boolean) => client.setQueryData(userOptions(userId).queryKey, (user) => user && { ...user, isNewcomer });
  const set = useSetOnboardingEnded(userId, { onError: (error) => toast.error(getErrorMessage(error)) });
  const close = () => {
    setNewcomer(false);
    onClose();
  };
  const reopen = () => {
    set.mutate(false);
    onReopen();
  };
  return {
    end: () => set.mutate(true),
    close,
    dismiss: () => {
      set.mutate(true);
      close();
      toast.success('Setup guide closed.', { action: { label: 'Undo', onSelect: reopen } });
    },
  };
}
