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
  admin: 'An admin runs this console, works in the accounts of others, and has no plan.',
  support: 'Support sees the console and the accounts of others, and changes nothing that costs money, roles or access.',
  user: 'A user has an account of their own and no console. If they have the console open now, they lose it at once.',
};

/** Makes somebody something else. */
export function RoleDialog({ person, onClose }: { person: PersonRow; onClose: () => void }) {
  const [role, setRole] = useState<Role>(person.role);
  const change = useSetAccountRole({
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Role changed successfully.');
      onClose();
    },
  });
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Change the role of ${person.name}`}
      description={`${person.email} is ${getRoleLabel(person)} now.`}
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
