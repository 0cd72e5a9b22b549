import type { ReactNode } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { CardPayForm } from './card-pay-form.tsx';

interface PayDialogProps {
  isOpen: boolean;
  onClose: () => void;
  description: ReactNode;
  submitLabel: string;
  onCard: (paymentMethodId: string) => Promise<ReactNode>;
}

/** A card for one order. A click beside it does not close it: what was typed would be lost. */
export function PayDialog({ isOpen, onClose, description, submitLabel, onCard }: PayDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Payment" description={description} closesOutside={false}>
      <CardPayForm submitLabel={submitLabel} onCard={onCard} onCancel={onClose} />
    </Dialog>
  );
}
