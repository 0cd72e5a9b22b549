import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { formatBytes } from '../../../lib/format.ts';
import { getPictureSrcSet, getPictureUrl } from '../../../lib/picture-url.ts';
import { useSession } from '../../../lib/session.ts';
import { Progress } from '../../../ui/loading.tsx';
import { Menu, MenuDivider, MenuItem } from '../../../ui/menu.tsx';
import { signOut } from '../../accounts/api/accounts.ts';
import { storageOptions } from '../../accounts/api/entitlements.ts';
import { getLandingPage } from '../../accounts/landing.ts';
import { useOpenPlans } from '../../accounts/parts/plan-usage.tsx';
import styles from './site-header.module.css';

const PICTURE = { width: 85, height: 85 };

/** Menu of the signed-in user on public pages: name, storage use and links into the app. */
export function SiteAccountMenu() {
  const session = useSession();
  const navigate = useNavigate();
  const upgrade = useOpenPlans();
  if (!session) return null;
  const { name, email, profilePic } = session;
  return (
    <Menu
      trigger={
        <button type="button" className={styles.avatar} aria-label={`Profile of ${name}`}>
          {profilePic ? (
            <img src={getPictureUrl(profilePic, PICTURE)} srcSet={getPictureSrcSet(profilePic, PICTURE)} alt="" />
          ) : (
            ([...name.trim()][0]?.toUpperCase() ?? '?')
          )}
        </button>
      }
    >
      <div className={styles.who}>
        <strong>{name}</strong>
        <span>{email}</span>
        {session.role === 'user' && <StorageUsed userId={session.userId} />}
      </div>
      <MenuDivider />
      <MenuItem onSelect={() => void navigate(getLandingPage())}>Dashboard</MenuItem>
      <MenuItem onSelect={() => void navigate({ to: '/main/profile', search: { open: false } })}>Settings</MenuItem>
      {upgrade && <MenuItem onSelect={upgrade}>Upgrade</MenuItem>}
      <MenuDivider />
      <MenuItem onSelect={() => void signOut()}>Sign out</MenuItem>
    </Menu>
  );
}

function StorageUsed({ userId }: { userId: string }) {
  const { data } = useQuery(storageOptions(userId));
  if (!data) return null;
  const quota = data.quotaBytes;
  return (
    <>
      <span>
        {formatBytes(data.totalStorage)} of {quota / 1e9}GB used
      </span>
      <Progress value={Math.min(100, (data.totalStorage / quota) * 100)} label="Storage used" />
    </>
  );
}
