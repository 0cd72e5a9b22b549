import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import type { PersonRow } from '@vitrine/contract/people';
import { LockIcon, MoreIcon, PersonIcon, ScreenIcon, ShieldIcon, SignOutIcon, SubscriptionIcon } from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { EyeIcon } from '../../../ui/icons.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { SwitchField } from '../../../ui/toggles.tsx';
import { useSetAccountStatus } from './api/people.ts';
import styles from './people.module.css';
import { getRefusalMessage } from './people-labels.ts';

export interface PersonActionHandlers {
  /** Opens a dialog about the user. */
  ask: (
    dialog: 'deactivate' | 'role' | 'superAdmin' | 'password' | 'secondFactor' | 'sessions' | 'subscription' | 'devices',
    person: PersonRow,
  ) => void;
  /** Opens the user's account. */
  open: (person: PersonRow) => void;
}

interface PersonActionsProps extends PersonActionHandlers {
  person: PersonRow;
  isSuperMode: boolean;
}

/** Status switch and action menu of a row. */
export function PersonActions({ person, isSuperMode, ask, open }: PersonActionsProps) {
  const { abilities, name } = person;
  const activate = useSetAccountStatus({
    onSuccess: ({ message }) => toast.success(message ?? BUSINESS_MESSAGES.accountActivated),
    onError: (error) => toast.error(getRefusalMessage(error, BUSINESS_MESSAGES.statusRefused)),
  });
  const toggle = (isOn: boolean) => {
    if (!isOn) ask('deactivate', person);
    else if (!activate.isPending) activate.mutate({ person, status: true });
  };
  const hasPassword = abilities.password && !isSuperMode;
  const hasRole = abilities.roles.length > 0 && !isSuperMode;
  return (
    <>
      {abilities.enable && (
        <>
          <span className={styles.active} aria-hidden="true">
            Active
          </span>
          <SwitchField label={`${name}’s account is active`} isLabelHidden isOn={!person.disable} onChange={toggle} />
        </>
      )}
      {(abilities.open ||
        abilities.plan ||
        hasRole ||
        abilities.superAdmin ||
        hasPassword ||
        abilities.secondFactor ||
        abilities.sessions) && (
        <Menu trigger={<IconButton label={`Actions for ${name}`} icon={<MoreIcon size={18} />} />}>
          {abilities.open && (
            <MenuItem icon={<EyeIcon size={18} />} onSelect={() => open(person)}>
              Switch to the user's account
            </MenuItem>
          )}
          {abilities.plan && (
            <MenuItem icon={<SubscriptionIcon size={18} />} onSelect={() => ask('subscription', person)}>
              Add subscription
            </MenuItem>
          )}
          {abilities.plan && (
            <MenuItem icon={<ScreenIcon size={18} />} onSelect={() => ask('devices', person)}>
              Change number of devices
            </MenuItem>
          )}
          {hasRole && (
            <MenuItem icon={<PersonIcon size={18} />} onSelect={() => ask('role', person)}>
              Change role
            </MenuItem>
          )}
          {abilities.superAdmin && (
            <MenuItem icon={<PersonIcon size={18} />} onSelect={() => ask('superAdmin', person)}>
              {person.isSuperAdmin ? 'Remove super-admin rights' : 'Make super-admin'}
            </MenuItem>
          )}
          {hasPassword && (
            <MenuItem icon={<LockIcon size={18} />} onSelect={() => ask('password', person)}>
              Change password
            </MenuItem>
          )}
          {abilities.secondFactor && (
            <MenuItem icon={<ShieldIcon size={18} />} onSelect={() => ask('secondFactor', person)}>
              Turn off two-step sign-in
            </MenuItem>
          )}
          {abilities.sessions && (
            <MenuItem icon={<SignOutIcon size={18} />} onSelect={() => ask('sessions', person)}>
              End all sessions
            </MenuItem>
          )}
        </Menu>
      )}
    </>
  );
}
