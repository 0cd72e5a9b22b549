import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import dialog from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormError } from '../../../ui/text-field.tsx';
import type { CardCollector } from '../card-collector.ts';
import { getPaymentFailureMessage } from '../payment-labels.ts';
import styles from './card-fields.module.css';
import { CardFields } from './card-fields.tsx';

interface CardPayFormProps {
  submitLabel: string;
  /** Answers why it could not be done, or nothing once it was. */
  onCard: (paymentMethodId: string) => Promise<ReactNode>;
  /** Content between the fields and the button. */
  children?: ReactNode;
  onCancel?: () => void;
}

/** Card fields with a submit button. After a refusal the input stays, for a correction or another card. */
export function CardPayForm({ submitLabel, onCard, children, onCancel }: CardPayFormProps) {
  const card = useRef<CardCollector>(null);
  // Two clicks within one frame: state would let the second through.
  const isUnderWay = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<ReactNode>();
  const pay = async (): Promise<ReactNode> => {
    const collected = await card.current?.collect();
    if (!collected) return undefined;
    return 'paymentMethodId' in collected ? onCard(collected.paymentMethodId) : collected.failure;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsBusy(true);
    setFailure(undefined);
    setFailure(await pay().catch(getPaymentFailureMessage));
    isUnderWay.current = false;
    setIsBusy(false);
  };
  return (
    <form className={dialog.form} onSubmit={submit} noValidate aria-label="Card">
      {failure && <FormError>* {failure}</FormError>}
      <CardFields ref={card} isDisabled={isBusy} />
      {children}
      <div className={onCancel ? dialog.actions : styles.pay}>
        {onCancel && (
          <Button kind="quiet" onClick={onCancel} disabled={isBusy}>
            Cancel
          </Button>
        )}
        <Button kind="primary" size={onCancel ? 'medium' : 'large'} type="submit" isLoading={isBusy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

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

interface PayDialogProps {
  isOpen: boolean;
  onClose: () => void;
  description: ReactNode;
  submitLabel: string;
  onCard: (paymentMethodId: string) => Promise<ReactNode>;
}

/** Card fields for one order. A click outside does not close the dialog, because the input would be lost. */
export function PayDialog({ isOpen, onClose, description, submitLabel, onCard }: PayDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Payment" description={description} closesOutside={false}>
      <CardPayForm submitLabel={submitLabel} onCard={onCard} onCancel={onClose} />
    </Dialog>
  );
}
