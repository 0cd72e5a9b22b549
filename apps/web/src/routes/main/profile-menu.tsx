import { signOut } from '../../features/accounts/api/accounts.ts';
import { useSession } from '../../lib/session.ts';
import { setTheme, type Theme, useTheme } from '../../lib/theme.ts';
import { MoonIcon, SignOutIcon, SunIcon, SystemIcon } from '../../ui/icons.tsx';
import { Menu, MenuChoices, MenuDivider, MenuItem } from '../../ui/menu.tsx';
import styles from './header.module.css';

const THEMES: { value: Theme; label: string; icon: React.ReactNode }[] = [
  { value: 'system', label: 'Like the system', icon: <SystemIcon size={18} /> },
  { value: 'light', label: 'Light', icon: <SunIcon size={18} /> },
  { value: 'dark', label: 'Dark', icon: <MoonIcon size={18} /> },
];

export function ProfileMenu() {
  const session = useSession();
  const theme = useTheme();
  const name = session?.name ?? '';
  return (
    <Menu
      trigger={
        <button type="button" className={styles.avatar} aria-label={`Profile of ${name}`}>
          {initialsOf(name)}
        </button>
      }
    >
      <div className={styles.who}>
        <strong>{name}</strong>
        <span>{session?.email}</span>
      </div>
      <MenuDivider />
      <MenuChoices label="Appearance" value={theme} onChange={setTheme} choices={THEMES} />
      <MenuDivider />
      <MenuItem icon={<SignOutIcon size={18} />} onSelect={() => void signOut()}>
        Sign out
      </MenuItem>
    </Menu>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase() || '?';
}
