import { useQuery } from '@tanstack/react-query';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import type { ShippingCountry } from '@vitrine/contract/orders';
import { countries } from '@vitrine/contract/profile';
import { type FormEvent, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { PlusIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { addressListOptions } from '../../profile/api/addresses.ts';
import { AddressFormDialog } from '../../profile/parts/address-form-dialog.tsx';
import { getShippingRegion } from '../basket.ts';
import choiceStyles from './address-choice.module.css';
import styles from './choose-address-dialog.module.css';

interface ChooseAddressDialogProps {
  isOpen: boolean;
  location: ShippingCountry;
  /** True while the form for a new address replaces the dialog. */
  isAdding: boolean;
  onAdd: () => void;
  onChoose: (addressId: string) => void;
  onClose: () => void;
}

const REGION_LABELS: Record<ShippingCountry, string> = {
  US: 'You chose shipping to the 48 contiguous states. To ship to Alaska or Hawaii, change the shipping location.',
  AL: 'You chose shipping to Alaska or Hawaii. To ship to other states, change the shipping location.',
};

/** Lets the user choose a saved address or add a new one. */
export function ChooseAddressDialog({ isOpen, location, isAdding, onAdd, onChoose, onClose }: ChooseAddressDialogProps) {
  const { userId } = useAccountInView();
  const addresses = useQuery({ ...addressListOptions(userId), enabled: isOpen });
  const [picked, setPicked] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const deliverable = addresses.data?.filter((address) => getShippingRegion(address) === location) ?? [];
  const chosen = deliverable.find(({ _id }) => _id === picked) ?? (deliverable.length === 1 ? deliverable[0] : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(chosen ? undefined : BUSINESS_MESSAGES.addressRequired);
    if (chosen) onChoose(chosen._id);
  };
  return (
    <>
      <FormDialog
        isOpen={isOpen && !isAdding}
        onClose={onClose}
        onSubmit={submit}
        title="Shipping address"
        submitLabel="Continue to payment"
        isSubmitting={false}
        isSubmitDisabled={!addresses.data}
        failure={failure}
      >
        {addresses.isPending && <Skeleton style={{ height: 96 }} />}
        {addresses.isLoadingError && <LoadFailure message={getErrorMessage(addresses.error)} onRetry={() => void addresses.refetch()} />}
        {addresses.data && (
          <fieldset className={choiceStyles.addresses}>
            <legend className={styles.soft}>
              {addresses.data.length === 0 ? 'No saved addresses. Add a shipping address to continue.' : REGION_LABELS[location]}
            </legend>
            {addresses.data.map((address) => (
              <label key={address._id} className={choiceStyles.address}>
                <input
                  type="radio"
                  name="address"
                  value={address._id}
                  disabled={getShippingRegion(address) !== location}
                  checked={chosen?._id === address._id}
                  onChange={() => setPicked(address._id)}
                />
                <span>
                  <strong>{address.street}</strong>
                  <br />
                  {address.city}, {address.state} {address.zipcode}, {countries[address.country]}
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <div>
          <Button icon={<PlusIcon size={18} />} onClick={onAdd}>
            Add address
          </Button>
        </div>
      </FormDialog>
      <AddressFormDialog isOpen={isAdding} userId={userId} onClose={onClose} />
    </>
  );
}
