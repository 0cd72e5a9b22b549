import { useQuery } from '@tanstack/react-query';
import { type MasterValue, masterValueBody } from '@vitrine/contract/posters';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { type FieldTexts, useEditVersion } from '../../../lib/use-edit-version.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { PaneForm } from '../../../ui/pane-form.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ListWithForm, useDeletionToasts } from '../../console/parts/list-with-form.tsx';
import { MoneyField } from '../../payments/parts/money-field.tsx';
import { posterValuesOptions, useDeleteValue, useSaveValue } from '../api/posters.ts';
import { formatDollars } from '../poster-options.ts';
import { pricedResolver, typedPrice } from './priced-form.ts';

interface ValueFormProps {
  /** The one to edit; none to add one. */
  value: MasterValue | undefined;
  /** Saved, or given up. */
  onDone: () => void;
}

const FIELDS: FieldTexts<MasterValue> = {
  Name: ({ name }) => name,
  Description: ({ description }) => description,
  'Shipping charge in dollars': ({ price }) => typedPrice(price ?? undefined),
};

/** A form that creates or edits a property of posters, or a way to ship them with its charge. */
function ValueForm({ value, onDone }: ValueFormProps) {
  const { register, handleSubmit, formState, reset, control, setFocus } = useForm({
    resolver: pricedResolver(masterValueBody),
    mode: 'onTouched',
    shouldUnregister: true,
    defaultValues: {
      type: value?.type ?? ('' as MasterValue['type']),
      name: value?.name ?? '',
      description: value?.description ?? '',
      price: value && isShipping(value.type) ? typedPrice(value.price) : undefined,
    },
  });
  const { errors } = formState;
  useEffect(() => {
    // The form may be far from the row whose pencil was pressed.
    if (value) setFocus('name');
  }, [value, setFocus]);
  const [type, price] = useWatch({ control, name: ['type', 'price'] });
  const save = useSaveValue(value?._id, {
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Poster property saved.');
      reset();
      onDone();
    },
  });
  const { version, changes } = useEditVersion(value, save.error, FIELDS);
  return (
    <PaneForm
      title={value ? 'Edit poster property' : 'Add poster property'}
      submitLabel={value ? 'Update' : 'Save'}
      onCancel={value && onDone}
      isSubmitting={save.isPending}
      isChanged={Object.keys(formState.dirtyFields).length > 0}
      failure={save.error ? getErrorMessage(save.error) : undefined}
      changes={changes}
      onSubmit={handleSubmit((form) => save.mutate({ form, version }))}
    >
      {/* A value that is in use cannot change its type. */}
      <SelectField
        label="Type"
        placeholder={value ? undefined : 'Choose a type'}
        options={value ? POSTER_VALUE_TYPES.filter((one) => one.value === value.type) : POSTER_VALUE_TYPES}
        error={errors.type?.message}
        {...register('type')}
      />
      <TextField
        required
        label="Name"
        maxLength={60}
        hint={type === 'size' ? 'Include the dimensions, such as 12 × 18 in. They set the preview and the crop.' : undefined}
        error={errors.name?.message}
        {...register('name')}
      />
      <TextAreaField label="Description" rows={3} maxLength={250} error={errors.description?.message} {...register('description')} />
      {isShipping(type) && (
        <MoneyField label="Shipping charge in dollars" value={price ?? ''} error={errors.price?.message} {...register('price')} />
      )}
    </PaneForm>
  );
}

const POSTER_VALUE_TYPES: readonly { value: MasterValue['type']; label: string }[] = [
  { value: 'orientation', label: 'Orientation' },
  { value: 'size', label: 'Size' },
  { value: 'paperstock', label: 'Paper stock' },
  { value: 'lamination', label: 'Lamination' },
  { value: 'shippingus', label: 'Shipping US' },
  { value: 'shippingalaskahawai', label: 'Shipping Alaska/Hawaii' },
];

const getValueTypeLabel = (type: MasterValue['type']): string => POSTER_VALUE_TYPES.find(({ value }) => value === type)?.label ?? type;

/** Only shipping has a separate charge. */
const isShipping = (type: string): boolean => type === 'shippingus' || type === 'shippingalaskahawai';

const COLUMNS: Column<MasterValue>[] = [
  { head: 'Type', cell: ({ type }) => getValueTypeLabel(type) },
  { head: 'Name', cell: ({ name }) => name, isName: true },
  { head: 'Description', cell: ({ description }) => description || '–' },
  { head: 'Shipping charge', cell: ({ price }) => (price === null ? '–' : formatDollars(price)), isNumber: true },
];

/** Page of poster options and shipping rates. */
export function PosterOptionsPage() {
  const values = useQuery(posterValuesOptions());
  const remove = useDeleteValue(useDeletionToasts('Poster property deleted.'));
  return (
    <ListWithForm
      title="Poster"
      list={values}
      columns={COLUMNS}
      consequence="Customers can no longer choose this property. Properties in use can’t be deleted."
      deleteLabel="Delete property"
      remove={remove}
      form={(edited, onDone) => <ValueForm value={edited} onDone={onDone} />}
    />
  );
}
