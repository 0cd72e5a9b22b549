import { useNavigate } from '@tanstack/react-router';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import type { PeopleSort, PersonRow } from '@vitrine/contract/people';
import { AppError } from '../../../lib/app-error.ts';
import { getAvatarPicture } from '../../../lib/picture-url.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { ChevronDownIcon } from '../../../ui/icons.tsx';
import type { ListColumn } from '../../../ui/list-table.tsx';
import { Menu, MenuChoices } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { SwitchField } from '../../../ui/toggles.tsx';
import { useSetAccountRole, useSetMenuVisible } from './api/people.ts';
import styles from './people.module.css';
import { getPlanExpiry, getPlanName, getRefusalMessage, getRoleChoices, getRoleLabel } from './people-labels.ts';

/** Time for which "Copied" is shown (specification 3 §9). */
const COPIED_MS = 7000;

type Column = ListColumn<PersonRow, PeopleSort>;

const NAME: Column = {
  key: 'name',
  head: 'Name',
  sort: ['name-az', 'name-za'],
  cell: (person) => (
    <span className={styles.person} data-disabled={person.disable ? '' : undefined}>
      <Avatar name={person.name} {...getAvatarPicture(person.profilePicture, 32)} size={32} />
      <span className={styles.cut}>{person.name}</span>
      {person.disable && <Badge>Inactive</Badge>}
    </span>
  ),
};
const EMAIL: Column = {
  key: 'email',
  isLong: true,
  staysBesidePanel: true,
  head: 'Email',
  sort: ['email-az', 'email-za'],
  cell: ({ email }) => (
    <span className={styles.email}>
      <span className={styles.cut} title={email}>
        {email}
      </span>
      <CopyButton text={email} what="email" shownMs={COPIED_MS} />
    </span>
  ),
};
const MENU: Column = { key: 'menu', head: 'Menu', width: '4.75rem', cell: (person) => <MenuCell person={person} /> };
const PLATFORM: Column = { key: 'platform', head: 'Platform', width: '5.25rem', cell: ({ platform }) => platform };
const PLAN: Column = { key: 'plan', head: 'Plan', width: '8rem', cell: getPlanName };
const EXPIRY: Column = {
  key: 'expiry',
  head: 'Plan expiry',
  width: '7rem',
  cell: (person) => <span data-past={person.plan?.hasEnded ? '' : undefined}>{getPlanExpiry(person)}</span>,
};

/** Super-admins also get the menu column, and change roles directly in the cell. */
export function peopleColumns(isSuperMode: boolean, onRole: (person: PersonRow) => void): Column[] {
  const role: Column = {
    key: 'role',
    head: 'Role',
    width: '8.25rem',
    cell: (person) =>
      person.abilities.roles.length === 0 ? (
        getRoleLabel(person)
      ) : (
        <RoleCell person={person} isSuperMode={isSuperMode} onAsk={() => onRole(person)} />
      ),
  };
  return [NAME, EMAIL, role, ...(isSuperMode ? [MENU] : []), PLATFORM, PLAN, EXPIRY];
}

function MenuCell({ person }: { person: PersonRow }) {
  const goHomeWhenSignedOut = useRedirectOnSignOut();
  const change = useSetMenuVisible({
    onSuccess: ({ message }) => toast.success(message ?? BUSINESS_MESSAGES.menuActivated),
    onError: (error) => {
      toast.error(getRefusalMessage(error, BUSINESS_MESSAGES.menuRefused));
      goHomeWhenSignedOut(error);
    },
  });
  return (
    <SwitchField
      label={`Show menu for ${person.name}`}
      isLabelHidden
      isOn={person.showMenu === 1}
      onChange={(isShown) => !change.isPending && change.mutate({ person, isShown })}
    />
  );
}

interface RoleCellProps {
  person: PersonRow;
  /** True when a super-admin changes the role in the cell; others use a dialog. */
  isSuperMode: boolean;
  onAsk: () => void;
}

function RoleCell({ person, isSuperMode, onAsk }: RoleCellProps) {
  const change = useSetAccountRole({
    onSuccess: ({ message }) => toast.success(message ?? 'Role changed.'),
    onError: (error) => toast.error(getRefusalMessage(error, BUSINESS_MESSAGES.roleRefused)),
  });
  const button = (
    <button
      type="button"
      className={styles.role}
      aria-label={`${person.name}’s role: ${getRoleLabel(person)}`}
      aria-busy={change.isPending}
    >
      {getRoleLabel(person)}
      <ChevronDownIcon size={14} />
    </button>
  );
  if (!isSuperMode)
    return (
      <button type="button" className={styles.role} aria-label={`${person.name}’s role: ${getRoleLabel(person)}`} onClick={onAsk}>
        {getRoleLabel(person)}
      </button>
    );
  return (
    <Menu trigger={button} align="start">
      <MenuChoices
        label={`${person.name}’s role`}
        value={person.role}
        onChange={(roleName) => roleName !== person.role && !change.isPending && change.mutate({ person, roleName })}
        choices={getRoleChoices(person, true)}
      />
    </Menu>
  );
}

/** Returns a handler that opens the home page when the session has ended (specification 3 §8). */
function useRedirectOnSignOut(): (error: Error) => void {
  const navigate = useNavigate();
  return (error) => {
    if (error instanceof AppError && error.status === 401) void navigate({ to: '/', replace: true });
  };
}
