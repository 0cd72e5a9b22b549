import type { Role } from '@vitrine/contract/accounts';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import type { PersonRow } from '@vitrine/contract/people';
import { useState } from 'react';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useSetRole } from '../api/people-mutations.ts';
import { refusalOf, roleChoices, roleWord } from '../people-words.ts';

const WHAT_IT_MEANS: Partial<Record<Role, string>> = {
  admin: 'An admin runs this console, works in the accounts of others, and has no plan.',
  support: 'Support sees the console and the accounts of others, and changes nothing that costs money, roles or access.',
  user: 'A user has an account of their own and no console. If they have the console open now, they lose it at once.',
};

/** Makes somebody something else. */
export function RoleDialog({ person, onClose }: { person: PersonRow; onClose: () => void }) {
  const [role, setRole] = useState<Role>(person.role);
  const change = useSetRole({
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
      description={`${person.email} is ${roleWord(person)} now.`}
      submitLabel="Change role"
      isSubmitting={change.isPending}
      isSubmitDisabled={role === person.role}
      failure={change.error ? refusalOf(change.error, BUSINESS_MESSAGES.roleRefused) : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ person, roleName: role });
      }}
    >
      <SegmentedChoice label="Role" value={role} onChange={setRole} choices={roleChoices(person, false)} />
      <p>{WHAT_IT_MEANS[role]}</p>
    </FormDialog>
  );
}
