import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, type RefObject, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useMainSearch } from '../../../lib/main-search.ts';
import { serverReachability } from '../../../lib/reachability.ts';
import { useUserId } from '../../../lib/session.ts';
import { stepUpRequests } from '../../../lib/step-up.ts';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Spinner } from '../../../ui/loading.tsx';
import { signOut, userOptions } from '../../accounts/api/accounts.ts';
import { WaitingFilesDialog } from '../../albums/parts/upload-to-album-dialog.tsx';
import { viewOptionsQuery } from '../../staff-access/api/staff-access.ts';
import { GrantRequests } from '../../staff-access/parts/grant-requests.tsx';
import { UploadDock } from '../../uploads/parts/upload-dock.tsx';
import { useUploadResults } from '../../uploads/use-upload-results.ts';
import { Header } from '../parts/header.tsx';
import { Navigation } from '../parts/navigation.tsx';
import { SecondFactorGate } from '../parts/second-factor-gate.tsx';
import { ShortcutsDialog } from '../parts/shortcuts-dialog.tsx';
import { useActivityReports } from '../use-activity-reports.ts';
import { useLiveUpdates } from '../use-live-updates.ts';
import { useMembershipChanges, useRoleChanges, useSessionTimeout } from '../use-session-changes.ts';
import { ImpersonationBanner } from './acting-banner.tsx';
import styles from './main-layout.module.css';

const PrivacyDialog = lazy(() => import('../../accounts/parts/privacy-dialog.tsx').then((file) => ({ default: file.PrivacyDialog })));
const StepUpDialog = lazy(() => import('../../accounts/parts/step-up-dialog.tsx').then((file) => ({ default: file.StepUpDialog })));
const ViewGate = lazy(() => import('../../staff-access/parts/view-gate.tsx').then((file) => ({ default: file.ViewGate })));

export function MainLayout() {
  const { open, userId: accountId } = useMainSearch();
  const pathname = useLocation({ select: (location) => location.pathname });
  const navigate = useNavigate();
  const userId = useUserId();
  const user = useQuery({ ...userOptions(userId), enabled: userId !== '' });
  const content = useRef<HTMLElement>(null);
  useFocusOnNavigation(content, pathname);
  const isOwn = accountId === userId;
  const view = useQuery({ ...viewOptionsQuery(accountId), enabled: userId !== '' && !isOwn });
  const isUser = user.data?.role === 'user';
  const isWaiting = isUser && !user.data?.privacy;
  useLiveUpdates(!isWaiting);
  useMembershipChanges();
  useRoleChanges();
  useSessionTimeout();
  useActivityReports();
  useUploadResults();
  const toggleDrawer = () =>
    void navigate({ to: '.', search: (before) => ({ ...before, open: !open }), replace: true, resetScroll: false });
  // The user has just signed out: navigation to /login is in progress, and nothing may be requested.
  if (userId === '') return null;
  return (
    <div className={styles.shell} data-open={open}>
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <Header isDrawerOpen={open} onToggleDrawer={toggleDrawer} />
      {view.data?.isViewing && <ImpersonationBanner userId={accountId} />}
      <Navigation pathname={pathname} isOpen={open} />
      <main ref={content} id="content" className={styles.content} tabIndex={-1}>
        {isUser && !isWaiting && <GrantRequests />}
        {/* The server answers nothing before the agreement is accepted. */}
        {!isWaiting && (isOwn || view.data?.isViewing) && (
          <SecondFactorGate isConsole={pathname.startsWith('/admin')}>
            <Outlet />
          </SecondFactorGate>
        )}
        {view.data?.isViewing === false && (
          <Suspense>
            <ViewGate userId={accountId} options={view.data} />
          </Suspense>
        )}
        {view.isLoadingError && <LoadFailure message={getErrorMessage(view.error)} onRetry={() => void view.refetch()} />}
      </main>
      <UploadDock />
      <ServerUnreachableNotice />
      <WaitingFilesDialog />
      <ShortcutsDialog />
      <StepUpRequests />
      {isWaiting && (
        <Suspense>
          <PrivacyDialog userId={userId} onAccepted={() => void user.refetch()} onDeclined={() => void signOut()} />
        </Suspense>
      )}
    </div>
  );
}

/** Requests a code when a sensitive operation needs one. */
function StepUpRequests() {
  const isWaiting = useSyncExternalStore(stepUpRequests.subscribe, stepUpRequests.isWaiting);
  return (
    isWaiting && (
      <Suspense>
        <StepUpDialog />
      </Suspense>
    )
  );
}

/** Announces a new page to screen readers, and moves the focus to its top. */
function useFocusOnNavigation(content: RefObject<HTMLElement | null>, pathname: string) {
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current !== pathname) content.current?.focus({ preventScroll: true });
    before.current = pathname;
  }, [content, pathname]);
}

/** Shown once for the whole page, above dialogs too, while the server does not respond, and removed when it does. */
function ServerUnreachableNotice() {
  const isAway = useSyncExternalStore(serverReachability.subscribe, serverReachability.isAway);
  return createPortal(
    // Always there, so that what appears in it is announced.
    <output className={styles.place}>
      {isAway && (
        <span className={styles.notice}>
          <Spinner />
          Can’t reach the server. Reconnecting…
        </span>
      )}
    </output>,
    document.body,
  );
}
