import { useNavigate } from '@tanstack/react-router';
import { getAvatarPicture } from '../../../lib/picture-url.ts';
import { isAdministrator, setAccountType, useSession } from '../../../lib/session.ts';
import { setTheme, type Theme, useTheme } from '../../../lib/theme.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import {
  FamilyIcon,
  KeyboardIcon,
  MoonIcon,
  PersonIcon,
  SignOutIcon,
  StorageIcon,
  SunIcon,
  SystemIcon,
  UpgradeIcon,
} from '../../../ui/app-icons.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Menu, MenuChoices, MenuDivider, MenuItem, MenuToggle } from '../../../ui/menu.tsx';
import { EmailText } from '../../../ui/text.tsx';
import { signOut } from '../../accounts/api/accounts.ts';
import { useOpenPlans } from '../../accounts/parts/plan-usage.tsx';
import { useOwnFamilies } from '../../families/api/families.ts';
import styles from './header.module.css';

const THEMES: { value: Theme; label: string; icon: React.ReactNode }[] = [
  { value: 'system', label: 'System', icon: <SystemIcon size={18} /> },
  { value: 'light', label: 'Light', icon: <SunIcon size={18} /> },
  { value: 'dark', label: 'Dark', icon: <MoonIcon size={18} /> },
];
const PICTURE_SIZE = 38;

/** Menu of the signed-in user, even while an administrator views another account. */
export function ProfileMenu() {
  const session = useSession();
  const theme = useTheme();
  const navigate = useNavigate();
  const dialog = useDialog();
  const upgrade = useOpenPlans();
  if (!session) return null;
  const { name, email, userId, profilePic, orgs } = session;
  const isSubAdmin = orgs[0]?.orgRole === 'subAdmin';
  return (
    <Menu
      trigger={
        <button type="button" className={styles.profile} aria-label={`Profile of ${name}`}>
          <Avatar name={name} size={PICTURE_SIZE} {...getAvatarPicture(profilePic ? { key: profilePic } : null, PICTURE_SIZE)} />
        </button>
      }
    >
      <div className={styles.who}>
        <strong>{name}</strong>
        <span>
          <EmailText email={email} />
        </span>
        <FamilyNames />
      </div>
      <MenuDivider />
      {isSubAdmin && (
        <>
          <MenuToggle
            icon={<FamilyIcon size={18} />}
            isOn={session.accountType === 'family'}
            onChange={(isFamily) => setAccountType(isFamily ? 'family' : 'other')}
          >
            Family account
          </MenuToggle>
          <MenuDivider />
        </>
      )}
      <MenuItem icon={<PersonIcon size={18} />} onSelect={() => void navigate({ to: '/main/profile', search: { userId } })}>
        View account
      </MenuItem>
      {!isAdministrator(session) && (
        <MenuItem icon={<StorageIcon size={18} />} onSelect={() => void navigate({ to: '/main/sources' })}>
          Data sources
        </MenuItem>
      )}
      {upgrade && (
        <MenuItem icon={<UpgradeIcon size={18} />} onSelect={upgrade}>
          Upgrade
        </MenuItem>
      )}
      <MenuDivider />
      <MenuChoices label="Appearance" value={theme} onChange={setTheme} choices={THEMES} />
      <MenuItem icon={<KeyboardIcon size={18} />} onSelect={() => dialog.open('shortcuts')}>
        Keyboard shortcuts
      </MenuItem>
      <MenuDivider />
      <MenuItem icon={<SignOutIcon size={18} />} onSelect={() => void signOut()}>
        Sign out
      </MenuItem>
    </Menu>
  );
}

function FamilyNames() {
  return useOwnFamilies().map(({ id, name }) => (
    <span key={id} className={styles.organisation}>
      {name}
    </span>
  ));
}
