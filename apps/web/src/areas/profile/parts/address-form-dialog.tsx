import { zodResolver } from '@hookform/resolvers/zod';
import { type Address, addressBody, countries, type country } from '@vitrine/contract/profile';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useDelayedClose } from '../../../ui/dialog.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useSaveAddress } from '../api/addresses.ts';
import styles from './addresses.module.css';

/** How long the dialog stays with its good news (specification 1 §9). */
const CLOSE_MS = 1000;
const COUNTRIES = Object.entries(countries).map(([value, label]) => ({ value, label }));

interface AddressFormDialogProps {
  isOpen: boolean;
  onClose: () => void;
  userId: string;
  /** The address to change; none to add one. */
  address?: Address;
}

export function AddressFormDialog(props: AddressFormDialogProps) {
  return <AddressFields key={props.isOpen ? (props.address?._id ?? 'new') : 'closed'} {...props} />;
}

function AddressFields({ isOpen, onClose, userId, address }: AddressFormDialogProps) {
  const { register, handleSubmit, formState, control } = useForm({
    resolver: zodResolver(addressBody),
    mode: 'onTouched',
    defaultValues: {
      street: address?.street ?? '',
      city: address?.city ?? '',
      state: address?.state ?? '',
      zipcode: address?.zipcode ?? '',
      country: address?.country ?? ('' as z.infer<typeof country>),
    },
  });
  const { errors } = formState;
  const hasCountry = useWatch({ control, name: 'country' }) !== ('' as string);
  const save = useSaveAddress(userId, address?._id);
  const { isSuccess } = save;
  useDelayedClose(isSuccess, onClose, CLOSE_MS);
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={address ? 'Edit address' : 'Add address'}
      submitLabel={isSuccess ? 'Saved' : 'Save'}
      isSubmitting={save.isPending}
      isSubmitDisabled={!hasCountry || isSuccess}
      failure={save.error ? getErrorMessage(save.error) : undefined}
      onSubmit={handleSubmit((values) => save.mutate(values))}
    >
      <TextField required label="Street" autoComplete="street-address" error={errors.street?.message} {...register('street')} />
      <div className={styles.pair}>
        <TextField required label="City" autoComplete="address-level2" error={errors.city?.message} {...register('city')} />
        <TextField required label="State" autoComplete="address-level1" error={errors.state?.message} {...register('state')} />
      </div>
      <div className={styles.pair}>
        <TextField required label="Zip code" autoComplete="postal-code" error={errors.zipcode?.message} {...register('zipcode')} />
        <SelectField
          required
          label="Country"
          options={COUNTRIES}
          placeholder="Choose a country"
          autoComplete="country"
          error={errors.country?.message}
          {...register('country')}
        />
      </div>
    </FormDialog>
  );
}
