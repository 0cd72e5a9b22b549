import { useQuery } from '@tanstack/react-query';
import { type Address, countries } from '@vitrine/contract/profile';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { PencilIcon, PlusIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { addressListOptions, useDeleteAddress } from '../api/addresses.ts';
import { AddressFormDialog } from './address-form-dialog.tsx';
import addressesStyles from './addresses.module.css';

/** Addresses of an account. Administrators can only view them; the owner can also change them. */
export function Addresses({ userId, isOwn }: { userId: string; isOwn: boolean }) {
  const dialog = useDialog();
  const addresses = useQuery(addressListOptions(userId));
  const target = addresses.data?.find(({ _id }) => _id === dialog.target);
  return (
    <Panel
      title="Addresses"
      isBare
      actions={
        isOwn && (
          <Button icon={<PlusIcon size={18} />} onClick={() => dialog.open('addAddress')}>
            Add address
          </Button>
        )
      }
    >
      {addresses.isPending && <Skeleton style={{ height: 104 }} />}
      {addresses.isLoadingError && <LoadFailure message={getErrorMessage(addresses.error)} onRetry={() => void addresses.refetch()} />}
      {addresses.data?.length === 0 && <Text tone="soft">No addresses yet. Add one to order posters and products.</Text>}
      {addresses.data && addresses.data.length > 0 && (
        <AddressList
          addresses={addresses.data}
          onEdit={isOwn ? (address) => dialog.open('editAddress', address._id) : undefined}
          onDelete={isOwn ? (address) => dialog.open('deleteAddress', address._id) : undefined}
        />
      )}
      <AddressFormDialog isOpen={dialog.dialog === 'addAddress'} userId={userId} onClose={dialog.close} />
      <AddressFormDialog
        isOpen={dialog.dialog === 'editAddress' && target !== undefined}
        userId={userId}
        address={target}
        onClose={dialog.close}
      />
      <DeleteAddressDialog isOpen={dialog.dialog === 'deleteAddress'} userId={userId} address={target} onClose={dialog.close} />
    </Panel>
  );
}

interface AddressListProps {
  addresses: readonly Address[];
  /** Undefined when the list is read-only, as is `onDelete`. */
  onEdit?: (address: Address) => void;
  onDelete?: (address: Address) => void;
}

function AddressList({ addresses, onEdit, onDelete }: AddressListProps) {
  return (
    <ul className={addressesStyles.list} aria-label="Addresses">
      {addresses.map((address) => (
        <li key={address._id} className={addressesStyles.address}>
          <address className={addressesStyles.lines}>
            <strong>{address.street}</strong>
            <span>
              {address.city}, {address.state} {address.zipcode}
            </span>
            <span>{countries[address.country]}</span>
          </address>
          <div className={addressesStyles.buttons}>
            {onEdit && <IconButton label={`Edit ${address.street}`} icon={<PencilIcon size={18} />} onClick={() => onEdit(address)} />}
            {onDelete && <IconButton label={`Delete ${address.street}`} icon={<TrashIcon size={18} />} onClick={() => onDelete(address)} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

interface DeleteAddressDialogProps {
  isOpen: boolean;
  onClose: () => void;
  userId: string;
  address?: Address;
}

function DeleteAddressDialog({ isOpen, onClose, userId, address }: DeleteAddressDialogProps) {
  const remove = useDeleteAddress(userId, {
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Address deleted.');
    },
    onError: (error) => toast.error(getErrorMessage(error)),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      isOpen={isOpen && address !== undefined}
      onClose={onClose}
      onConfirm={() => address && remove.mutate(address._id)}
      title={`Delete “${address?.street ?? ''}”?`}
      consequence="The address will be deleted from your account. Past orders don’t change."
      confirmLabel="Delete address"
      isBusy={remove.isPending}
    />
  );
}
