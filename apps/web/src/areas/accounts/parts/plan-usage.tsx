import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { AppError, getErrorMessage, isPlanLimitError } from '../../../lib/app-error.ts';
import { formatBytes } from '../../../lib/format.ts';
import { useEffectiveAccount, useSession, useUserId } from '../../../lib/session.ts';
import { type ButtonKind, buttonClass } from '../../../ui/button.tsx';
import { FactGrid } from '../../../ui/details.tsx';
import { Progress } from '../../../ui/loading.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { planAllowancesOptions, storageOptions } from '../api/entitlements.ts';
import styles from './plan-usage.module.css';

/** Storage use and object counts of an account. Renders nothing until they are loaded. */
export function StorageSummary({ userId }: { userId: string }) {
  const { data } = useQuery(storageOptions(userId));
  if (!data) return null;
  const facts: [string, string][] = [
    ['Photos', `${data.imageCount} · ${formatBytes(data.totalImageStorage)}`],
    ['Videos', `${data.videoCount} · ${formatBytes(data.totalVideoStorage)}`],
    ...(data.otherCount > 0
      ? [['Documents and other items', `${data.otherCount} · ${formatBytes(data.totalOtherStorage)}`] as [string, string]]
      : []),
    ['Albums', String(data.totalAlbumCount)],
    ['Playlists', String(data.playlistCount)],
  ];
  return (
    <Panel title="Storage">
      <StorageBar used={data.totalStorage} quota={data.quotaBytes} />
      <FactGrid facts={facts} />
    </Panel>
  );
}

export function StorageBar({ used, quota }: { used: number; quota: number }) {
  const percent = quota > 0 ? Math.min(100, (used / quota) * 100) : 0;
  return (
    <div className={styles.storage}>
      <Progress value={percent} label="Storage used" />
      <p className={styles.usage}>
        <strong>{formatBytes(used)}</strong> of {quota / 1e9} GB used
        <span className={styles.percent}>{percent > 0 && percent < 1 ? 'less than 1' : Math.round(percent)}%</span>
      </p>
    </div>
  );
}

/** Target of every upgrade link: the page with all plans. */
const PLANS_LINK = { to: '/main/subscription', search: { choose: true } } as const;

/** Returns true for users who can buy a plan. Members who work in a family’s account are covered by the plan of its owner. */
export function useCanUpgrade(): boolean {
  const { mode } = useEffectiveAccount();
  return useSession()?.role === 'user' && mode !== 'sub-admin';
}

/** Renders nothing for users who cannot buy a plan. */
export function UpgradeLink({ kind = 'primary' }: { kind?: ButtonKind }) {
  if (!useCanUpgrade()) return null;
  return (
    <Link {...PLANS_LINK} className={buttonClass(kind)}>
      Upgrade
    </Link>
  );
}

/** Returns a function that opens the plans page, for actions that cannot be links, such as a toast's button; undefined for users who cannot buy a plan. */
export function useOpenPlans(): (() => void) | undefined {
  const navigate = useNavigate();
  return useCanUpgrade() ? () => void navigate(PLANS_LINK) : undefined;
}

/** Opens the dialog for extra screens on the subscription page. */
const EXTRA_SCREENS_LINK = { to: '/main/subscription', search: { dialog: 'extraScreens' } } as const;

/** Returns true when the user can buy extra screens now. False while the plan is loading, and while `isEnabled` is false. */
export function useCanBuyExtraScreens(isEnabled = true): boolean {
  const isAsked = useCanUpgrade() && isEnabled;
  const plan = useQuery({ ...planAllowancesOptions(useUserId()), enabled: isAsked });
  return isAsked && plan.data?.extraScreens.canBuy === true;
}

/** Links for a user who has reached the limit of devices: extra screens if the plan has them, and other plans. Renders nothing for users who cannot buy. */
export function DeviceLimitLinks() {
  const canBuyExtraScreens = useCanBuyExtraScreens();
  return (
    <>
      {canBuyExtraScreens && (
        <Link {...EXTRA_SCREENS_LINK} className={buttonClass('primary')}>
          Buy extra screens
        </Link>
      )}
      <UpgradeLink kind={canBuyExtraScreens ? 'secondary' : 'primary'} />
    </>
  );
}

/** Message of a refused request, for a form's `failure`. When a plan limit is the reason, it includes an upgrade link. */
export function ErrorWithUpgrade({ error, message = getErrorMessage(error) }: { error: Error; message?: string }) {
  if (!(error instanceof AppError) || !isPlanLimitError(error.code)) return message;
  return (
    <span className={styles.error}>
      <span>{message}</span>
      {error.code === 'DEVICE_LIMIT' ? <DeviceLimitLinks /> : <UpgradeLink />}
    </span>
  );
}
