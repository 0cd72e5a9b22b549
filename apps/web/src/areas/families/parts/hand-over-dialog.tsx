import type { Organisation, OrganisationMember } from '@vitrine/contract/organisations';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { PasswordDialog } from '../../accounts/parts/password-dialog.tsx';
import { useTransferFamily } from '../api/family-mutations.ts';
import { getBelongingsLabel } from '../family-labels.ts';

interface HandOverDialogProps {
  family: Organisation;
  member?: OrganisationMember;
  isOpen: boolean;
  onClose: () => void;
}

export function TransferFamilyDialog({ family, member, isOpen, onClose }: HandOverDialogProps) {
  const handOver = useTransferFamily(family.id, {
    onSuccess: ({ message }) => {
      toast.success(message ?? `${member?.name ?? 'Somebody else'} owns the family now.`);
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
      description={`${name} takes over “${family.name}” with ${getBelongingsLabel(family)} and everything in them. It all counts towards the storage and the limits of ${name}’s plan, and screens play on. You stay a member, and ${name} decides who else is one. Your own plan goes on until you cancel it.`}
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
        A family needs an owner with a Family Plan that runs and without another family of their own. {name} can subscribe to the Family
        Plan under Subscription in their own account; then you can hand the family over.
      </p>
    </Dialog>
  );
}
