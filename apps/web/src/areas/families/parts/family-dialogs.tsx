import type { Organisation } from '@vitrine/contract/organisations';
import { type FormEvent, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useDissolveFamily } from '../api/family-mutations.ts';
import { getBelongingsLabel, getMembersLabel } from '../family-labels.ts';

interface DissolveFamilyDialogProps {
  family: Organisation;
  isOpen: boolean;
  onClose: () => void;
}

export function DissolveFamilyDialog(props: DissolveFamilyDialogProps) {
  return <DissolveForm key={props.isOpen ? 'open' : 'closed'} {...props} />;
}

/** It cannot be undone, so the name is typed. */
function DissolveForm({ family, isOpen, onClose }: DissolveFamilyDialogProps) {
  const [typed, setTyped] = useState('');
  const dissolve = useDissolveFamily(family.id, {
    onSuccess: ({ message }) => {
      toast.success(message ?? `“${family.name}” was dissolved.`);
      onClose();
    },
  });
  const isNamed = typed.trim() === family.name;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isNamed) dissolve.mutate();
  };
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Dissolve “${family.name}”?`}
      description={`You keep ${getBelongingsLabel(family)} and everything in them, and screens keep playing. ${getMembersLabel(family)}Pending invitations are canceled. This can’t be undone.`}
      submitLabel="Dissolve family"
      isDanger
      isSubmitting={dissolve.isPending}
      isSubmitDisabled={!isNamed}
      failure={dissolve.error && getErrorMessage(dissolve.error)}
      onSubmit={onSubmit}
    >
      <TextField
        label={`Type ${family.name} to confirm`}
        autoComplete="off"
        placeholder=" "
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}
