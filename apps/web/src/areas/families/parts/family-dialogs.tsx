import type { Organisation, OrganisationMember } from '@vitrine/contract/organisations';
import { type FormEvent, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { PasswordDialog } from '../../accounts/parts/password-dialog.tsx';
import { useAddMembers, useDissolveFamily, useEditFamily, useRemoveMember, useTransferFamily } from '../api/family-mutations.ts';
import { getBelongingsLabel, getMembersAddedMessage, getMembersLabel } from '../family-labels.ts';
import { FamilyFields, useFamilyForm } from './family-form.tsx';

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

interface EditFamilyDialogProps {
  family: Organisation;
  isOpen: boolean;
  onClose: () => void;
}

/** The form is mounted again each time it opens, so that it starts with the current family. */
export function EditFamilyDialog(props: EditFamilyDialogProps) {
  return <EditFamilyForm key={props.isOpen ? 'open' : 'closed'} {...props} />;
}

function EditFamilyForm({ family, isOpen, onClose }: EditFamilyDialogProps) {
  const { form, photo, onSubmit } = useFamilyForm(family);
  const save = useEditFamily(family.id, {
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Family updated.');
      onClose();
    },
  });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Edit family"
      submitLabel="Save"
      isSubmitting={save.isPending}
      isSubmitDisabled={photo.isUploading}
      failure={save.error && getErrorMessage(save.error)}
      onSubmit={onSubmit((values) => save.mutate(values))}
    >
      <FamilyFields form={form} photo={photo} />
    </FormDialog>
  );
}

interface HandOverDialogProps {
  family: Organisation;
  member?: OrganisationMember;
  isOpen: boolean;
  onClose: () => void;
}

export function TransferFamilyDialog({ family, member, isOpen, onClose }: HandOverDialogProps) {
  const handOver = useTransferFamily(family.id, {
    onSuccess: ({ message }) => {
      toast.success(message ?? `${member?.name ?? 'The new owner'} now owns the family.`);
      onClose();
    },
  });
  const close = () => {
    handOver.reset();
    onClose();
  };
  const name = member?.name ?? '';
  const title = `Make ${name} the owner?`;
  if (member && !member.canOwn) return <TransferNotPossible name={name} title={title} isOpen={isOpen} onClose={onClose} />;
  return (
    <PasswordDialog
      isOpen={isOpen && member !== undefined}
      onClose={close}
      title={title}
      description={`${name} becomes the owner of “${family.name}”, including ${getBelongingsLabel(family)} and everything in them. They count toward ${name}’s storage and plan limits. Screens keep playing. You stay a member. Your own plan continues until you cancel it.`}
      submitLabel="Make owner"
      isDanger
      isSubmitting={handOver.isPending}
      failure={handOver.error ? getErrorMessage(handOver.error) : undefined}
      onSubmit={(password) => member && handOver.mutate({ userId: member._id, password })}
    />
  );
}

function TransferNotPossible({ name, ...dialog }: { name: string; title: string; isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog {...dialog} footer={<Button onClick={dialog.onClose}>Close</Button>}>
      <p>
        The owner of a family needs an active Family Plan and can’t own another family. {name} can subscribe to the Family Plan in their own
        account under Subscription. Then you can make them the owner.
      </p>
    </Dialog>
  );
}

interface RemoveMemberDialogProps {
  family: Organisation;
  member?: OrganisationMember;
  isOpen: boolean;
  onClose: () => void;
}

export function RemoveMemberDialog({ family, member, isOpen, onClose }: RemoveMemberDialogProps) {
  const undo = useAddMembers(family.id, {
    onSuccess: ({ result }, [email = '']) =>
      toast.success(
        result.members.length > 0 ? getMembersAddedMessage(result) : `Too late to undo. An invitation is on its way to ${email}.`,
      ),
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  const remove = useRemoveMember(family.id, {
    onSuccess: (_answer, { name, email }) => {
      toast.success(`${name} was removed from the family.`, { action: { label: 'Undo', onSelect: () => undo.mutate([email]) } });
      onClose();
    },
    onError: (error) => {
      toast.error(getErrorMessage(error));
      onClose();
    },
  });
  const name = member?.name ?? '';
  return (
    <ConfirmDialog
      isOpen={isOpen && member !== undefined}
      onClose={onClose}
      onConfirm={() => member && remove.mutate(member)}
      title={`Remove ${name}?`}
      consequence={`${name} immediately loses access to ${getBelongingsLabel(family)}. Anything ${name} added stays with the family, and its screens keep playing. ${name} keeps their own albums, playlists and screens.`}
      confirmLabel="Remove member"
      isBusy={remove.isPending}
    />
  );
}
