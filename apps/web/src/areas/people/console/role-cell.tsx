import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import type { PersonRow } from '@vitrine/contract/people';
import { ChevronDownIcon } from '../../../ui/icons.tsx';
import { Menu, MenuChoices } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useSetAccountRole } from './api/people-mutations.ts';
import styles from './people.module.css';
import { getRefusalMessage, getRoleChoices, getRoleLabel } from './people-labels.ts';

interface RoleCellProps {
  person: PersonRow;
  /** A super-admin chooses right here; everybody else in a dialog. */
  isSuperMode: boolean;
  onAsk: () => void;
}

export function RoleCell({ person, isSuperMode, onAsk }: RoleCellProps) {
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
