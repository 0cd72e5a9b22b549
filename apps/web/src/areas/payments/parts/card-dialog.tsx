import type { ReactNode } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { CardPayForm } from './card-pay-form.tsx';

interface CardDialogProps {
  isOpen: boolean;
  onClose: () => void;
  description: string;
  onCard: (paymentMethodId: string) => Promise<ReactNode>;
}

export function CardDialog({ isOpen, onClose, description, onCard }: CardDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Change card" description={description}>
      <CardPayForm submitLabel="Save card" onCard={onCard} onCancel={onClose} />
    </Dialog>
  );
}
