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
