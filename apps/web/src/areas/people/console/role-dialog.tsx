import type { Role } from '@vitrine/contract/accounts';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import type { PersonRow } from '@vitrine/contract/people';
import { useState } from 'react';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useSetAccountRole } from './api/people-mutations.ts';
import { getRefusalMessage, getRoleChoices, getRoleLabel } from './people-labels.ts';

const ROLE_DESCRIPTIONS: Partial<Record<Role, string>> = {
  admin: 'Admins manage this console, can open other accounts and don’t have a plan.',
  support: 'Support can view the console and other accounts but can’t change anything that affects money, roles or access.',
  user: 'Users have their own account and no access to the console. If the console is open, they lose access immediately.',
};

/** Makes somebody something else. */
export function RoleDialog({ person, onClose }: { person: PersonRow; onClose: () => void }) {
  const [role, setRole] = useState<Role>(person.role);
  const change = useSetAccountRole({
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Role changed.');
      onClose();
    },
  });
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Change ${person.name}’s role`}
      description={`${person.email} is currently ${getRoleLabel(person)}.`}
      submitLabel="Change role"
      isSubmitting={change.isPending}
      isSubmitDisabled={role === person.role}
      failure={change.error ? getRefusalMessage(change.error, BUSINESS_MESSAGES.roleRefused) : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ person, roleName: role });
      }}
    >
      <SegmentedChoice label="Role" value={role} onChange={setRole} choices={getRoleChoices(person, false)} />
      <p>{ROLE_DESCRIPTIONS[role]}</p>
    </FormDialog>
  );
}
