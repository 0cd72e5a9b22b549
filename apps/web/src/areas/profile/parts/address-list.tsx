import { type Address, countries } from '@vitrine/contract/profile';
import { PencilIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './addresses.module.css';

interface AddressListProps {
  addresses: readonly Address[];
  /** None where they can only be looked at. */
  onEdit?: (address: Address) => void;
  onDelete?: (address: Address) => void;
}

export function AddressList({ addresses, onEdit, onDelete }: AddressListProps) {
  return (
    <ul className={styles.list} aria-label="Addresses">
      {addresses.map((address) => (
        <li key={address._id} className={styles.address}>
          <address className={styles.lines}>
            <strong>{address.street}</strong>
            <span>
              {address.city}, {address.state} {address.zipcode}
            </span>
            <span>{countries[address.country]}</span>
          </address>
          <div className={styles.buttons}>
            {onEdit && <IconButton label={`Edit ${address.street}`} icon={<PencilIcon size={18} />} onClick={() => onEdit(address)} />}
            {onDelete && <IconButton label={`Delete ${address.street}`} icon={<TrashIcon size={18} />} onClick={() => onDelete(address)} />}
          </div>
        </li>
      ))}
    </ul>
  );
}
