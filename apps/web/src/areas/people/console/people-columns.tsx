import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import type { PeopleSort, PersonRow } from '@vitrine/contract/people';
import { getAvatarPicture } from '../../../lib/picture-url.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import type { ListColumn } from '../../../ui/list-table.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useSetMenuVisible } from './api/people-mutations.ts';
import styles from './people.module.css';
import { getPlanExpiry, getPlanName, getRefusalMessage, getRoleLabel } from './people-labels.ts';
import { RoleCell } from './role-cell.tsx';
import { useRedirectOnSignOut } from './use-to-front-page.ts';

/** How long a copied address is said to be (specification 3 §9). */
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

/** A super-admin's list has the menu as well, and changes roles where they stand. */
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
  const toFrontPage = useRedirectOnSignOut();
  const change = useSetMenuVisible({
    onSuccess: ({ message }) => toast.success(message ?? BUSINESS_MESSAGES.menuActivated),
    onError: (error) => {
      toast.error(getRefusalMessage(error, BUSINESS_MESSAGES.menuRefused));
      toFrontPage(error);
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
