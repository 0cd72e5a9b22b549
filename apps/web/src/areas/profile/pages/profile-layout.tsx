import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { isAdministrator, useSession } from '../../../lib/session.ts';
import { BagIcon, DocumentIcon, FolderIcon, LockIcon, MailIcon, PersonIcon, ShieldIcon, SubscriptionIcon } from '../../../ui/app-icons.tsx';
import { ListIcon } from '../../../ui/icons.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import styles from './profile-layout.module.css';

interface Tab {
  label: string;
  icon: ReactNode;
  /** Shown to administrators too. */
  isForAll?: boolean;
}

const TABS = [
  { to: '/main/profile', label: 'Profile', icon: <PersonIcon />, isForAll: true },
  { to: '/main/subscription', label: 'Subscription', icon: <SubscriptionIcon /> },
  { to: '/main/profile/orders', label: 'My orders', icon: <BagIcon /> },
  { to: '/main/profile/transactions', label: 'Transactions', icon: <ListIcon /> },
  { to: '/main/profile/changePassword', label: 'Change Password', icon: <LockIcon />, isForAll: true },
  { to: '/main/profile/security', label: 'Security', icon: <ShieldIcon />, isForAll: true },
  { to: '/main/profile/ftpAccount', label: 'FTP Account', icon: <FolderIcon /> },
  { to: '/main/profile/terms', label: 'Terms and Condition', icon: <DocumentIcon /> },
  { to: '/main/profile/contact', label: 'Contact Us', icon: <MailIcon /> },
] as const satisfies (Tab & { to: string })[];

/** Layout of the profile pages. The tabs are links, so that Back returns to the previous tab. */
export function ProfileLayout() {
  const session = useSession();
  const { isOwn } = useAccountInView();
  const pathname = useLocation({ select: (location) => location.pathname.replace(/\/(info)?$/, '') });
  const tabs = isAdministrator(session) ? TABS.filter((tab) => 'isForAll' in tab) : TABS;
  // Receipts belong to the Transactions tab, and single orders to My orders.
  const current =
    TABS.find((tab) => tab.to === pathname) ?? TABS.find((tab) => tab.to !== '/main/profile' && pathname.startsWith(`${tab.to}/`));
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // On phones the tabs scroll sideways, and the current one may be out of view.
    if (current) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <>
      <PageHeader title={current?.label ?? 'Profile'} />
      <div className={styles.columns} data-alone={isOwn ? undefined : ''}>
        {isOwn && (
          <nav className={styles.tabs} aria-label="Profile">
            <ul ref={list}>
              {tabs.map((tab) => (
                <li key={tab.label}>
                  <Link to={tab.to} className={styles.tab} activeProps={{}} aria-current={tab === current ? 'page' : undefined}>
                    {tab.icon}
                    {tab.label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div className={styles.content}>
          <Outlet />
        </div>
      </div>
    </>
  );
}
