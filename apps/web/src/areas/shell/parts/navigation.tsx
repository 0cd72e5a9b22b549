import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isAdministrator, useSession } from '../../../lib/session.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import {
  AlbumIcon,
  BagIcon,
  BellIcon,
  CardIcon,
  ChartIcon,
  ClockIcon,
  FamilyIcon,
  FlagIcon,
  MailIcon,
  MegaphoneIcon,
  PersonIcon,
  PlaylistIcon,
  RegisterIcon,
  ScreenIcon,
  StorageIcon,
  SubscriptionIcon,
  SystemIcon,
  TagIcon,
  TimelineIcon,
  UpgradeIcon,
  VideoIcon,
} from '../../../ui/app-icons.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ImageIcon, QuestionIcon } from '../../../ui/icons.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { userOptions } from '../../accounts/api/accounts.ts';
import { hasActiveFamilyPlan, planAllowancesOptions, storageOptions } from '../../accounts/api/entitlements.ts';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import { StorageBar, UpgradeLink } from '../../accounts/parts/plan-usage.tsx';
import { getSideMenu, isCurrentEntry, type MenuEntry } from '../side-menu.ts';
import styles from './navigation.module.css';

const ICONS: Record<string, ReactNode> = {
  '/main': <AlbumIcon />,
  '/main/timeline': <TimelineIcon />,
  '/main/playlist': <PlaylistIcon />,
  '/main/device': <ScreenIcon />,
  '/main/emergency': <MegaphoneIcon />,
  '/main/reports': <ChartIcon />,
  '/main/faq': <QuestionIcon />,
  '/main/storage': <StorageIcon />,
  '/main/subscription': <SubscriptionIcon />,
  '/main/notification': <BellIcon />,
  '/main/profile': <PersonIcon />,
  '/main/family': <FamilyIcon />,
  '/main/shop': <BagIcon />,
  '/admin/overview': <ChartIcon />,
  '/admin/AllUsers': <FamilyIcon />,
  '/admin/devices': <ScreenIcon />,
  '/admin/deviceRegister': <RegisterIcon />,
  '/admin/videoQueue': <VideoIcon />,
  '/admin/faq': <QuestionIcon />,
  '/admin/deviceVersion': <UpgradeIcon />,
  '/admin/poster/combination': <TagIcon />,
  '/admin/poster': <ImageIcon />,
  '/admin/productList': <TagIcon />,
  '/admin/orderItems': <BagIcon />,
  '/admin/orderstatus': <FlagIcon />,
  '/admin/subscription': <SubscriptionIcon />,
  '/admin/payment': <CardIcon />,
  '/admin/messages': <MailIcon />,
  '/admin/audit': <ClockIcon />,
  '/admin/system': <SystemIcon />,
};

/**
 * Side drawer with labels next to icons when open, and below them when closed. On a phone, a bar at the bottom with the main entries, if there are any, and all
 * entries in a sheet that the header opens.
 */
export function Navigation({ pathname, isOpen }: { pathname: string; isOpen: boolean }) {
  const account = useAccountInView();
  const isAdmin = isAdministrator(useSession());
  const entries = useEntries();
  const sheet = useDialog();
  return (
    <nav
      className={styles.nav}
      aria-label="Main"
      data-open={isOpen}
      data-without-bar={entries.some(({ isMain }) => isMain) ? undefined : ''}
    >
      <Entries entries={entries} pathname={pathname} />
      {!isAdmin && isOpen && <StorageNote {...account} />}
      <Dialog isOpen={sheet.dialog === 'menu'} onClose={sheet.close} title="Menu">
        <div className={styles.sheet}>
          <Entries entries={entries} pathname={pathname} isSheet />
        </div>
        {!isAdmin && <StorageNote {...account} />}
      </Dialog>
    </nav>
  );
}

function useEntries(): MenuEntry[] {
  const session = useSession();
  const { userId, isOwn } = useAccountInView();
  const isUser = session?.role === 'user';
  const { data: plan } = useQuery({ ...planAllowancesOptions(userId), enabled: isUser });
  const viewed = useQuery({ ...userOptions(userId), enabled: session !== null && !isOwn });
  const own = useQuery({ ...userOptions(session?.userId ?? ''), enabled: session !== null });
  if (!session) return [];
  const { role, platform } = session;
  const orgs = isOwn ? session.orgs : (viewed.data?.orgs ?? []);
  const viewer = { role, platform, isOwn, hasFamily: orgs.length > 0 || hasActiveFamilyPlan(plan), isMenuHidden: own.data?.showMenu === 0 };
  return getSideMenu(viewer);
}

function Entries({ entries, pathname, isSheet = false }: { entries: MenuEntry[]; pathname: string; isSheet?: boolean }) {
  return (
    <ul className={styles.list}>
      {entries.map((entry) => {
        const isHere = isCurrentEntry(entry, pathname);
        return (
          <li key={entry.to} data-main={entry.isMain ? '' : undefined}>
            <Link
              to={entry.to as '/main'}
              // Replace the sheet's history entry, so that Back does not reopen it.
              replace={isSheet}
              className={styles.link}
              activeProps={{}}
              aria-current={isHere ? 'page' : undefined}
              data-current={isHere ? '' : undefined}
            >
              {ICONS[entry.to]}
              <span>{entry.label}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** Storage use at the bottom of the open drawer. Renders nothing until it is loaded. */
function StorageNote({ userId, orgId }: OwnerScope) {
  const { data } = useQuery(storageOptions(userId, orgId));
  if (!data) return null;
  return (
    <div className={styles.storage}>
      <StorageBar used={data.totalStorage} quota={data.quotaBytes} />
      <UpgradeLink kind="secondary" />
    </div>
  );
}
