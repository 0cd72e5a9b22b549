import { useQuery } from '@tanstack/react-query';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { PlusIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { addressListOptions } from '../api/addresses.ts';
import styles from '../pages/profile.module.css';
import { AddressFormDialog } from './address-form-dialog.tsx';
import { AddressList } from './address-list.tsx';
import { DeleteAddressDialog } from './delete-address-dialog.tsx';

/** An administrator sees the addresses of an account; only its owner adds to them. */
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
      {addresses.data?.length === 0 && <p className={styles.soft}>No addresses yet. Add one to order posters and products.</p>}
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
