import type { Organisation, OrganisationMember } from '@vitrine/contract/organisations';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useAddMembers, useRemoveMember } from '../api/family-mutations.ts';
import { getBelongingsLabel, getMembersAddedMessage } from '../family-labels.ts';

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
