import { useQuery } from '@tanstack/react-query';
import { combinationBody, type MasterValue, type PosterCombination } from '@vitrine/contract/posters';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { type FieldTexts, useEditVersion } from '../../../lib/use-edit-version.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { PaneForm } from '../../../ui/pane-form.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ListWithForm, useDeletionToasts } from '../../console/parts/list-with-form.tsx';
import { MoneyField } from '../../payments/parts/money-field.tsx';
import { allCombinationsOptions, posterValuesOptions, useDeleteCombination, useSaveCombination } from '../api/posters.ts';
import { formatDollars } from '../poster-options.ts';
import { pricedResolver, typedPrice } from './priced-form.ts';

interface CombinationFormProps {
  values: readonly MasterValue[];
  /** The one to edit; none to add one. */
  combination: PosterCombination | undefined;
  /** Saved, or given up. */
  onDone: () => void;
}

const SELECTS = [
  ['orientationId', 'Orientation', 'orientation'],
  ['sizeId', 'Size', 'size'],
  ['paperStockId', 'Paper stock', 'paperstock'],
  ['laminationId', 'Lamination', 'lamination'],
] as const;

const FIELDS: FieldTexts<PosterCombination> = {
  Name: ({ name }) => name,
  Orientation: ({ orientationId }) => orientationId.name,
  Size: ({ sizeId }) => sizeId.name,
  'Paper stock': ({ paperStockId }) => paperStockId.name,
  Lamination: ({ laminationId }) => laminationId.name,
  'Price in dollars': ({ price }) => typedPrice(price),
};

/** A form that creates or edits the price of one combination of poster properties. */
function CombinationForm({ values, combination, onDone }: CombinationFormProps) {
  const { register, handleSubmit, formState, reset, control, setFocus } = useForm({
    resolver: pricedResolver(combinationBody),
    mode: 'onTouched',
    defaultValues: {
      name: combination?.name ?? '',
      orientationId: combination?.orientationId._id ?? '',
      sizeId: combination?.sizeId._id ?? '',
      paperStockId: combination?.paperStockId._id ?? '',
      laminationId: combination?.laminationId._id ?? '',
      price: typedPrice(combination?.price),
    },
  });
  const { errors } = formState;
  const price = useWatch({ control, name: 'price' });
  useEffect(() => {
    // The form may be far from the row whose pencil was pressed.
    if (combination) setFocus('name');
  }, [combination, setFocus]);
  const save = useSaveCombination(combination?._id, {
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Poster price saved.');
      reset();
      onDone();
    },
  });
  const { version, changes } = useEditVersion(combination, save.error, FIELDS);
  return (
    <PaneForm
      title={combination ? 'Edit poster price' : 'Add poster price'}
      submitLabel={combination ? 'Update' : 'Save'}
      onCancel={combination && onDone}
      isSubmitting={save.isPending}
      isChanged={Object.keys(formState.dirtyFields).length > 0}
      failure={save.error ? getErrorMessage(save.error) : undefined}
      changes={changes}
      onSubmit={handleSubmit((form) => save.mutate({ form, version }))}
    >
      <TextField required label="Name" maxLength={200} error={errors.name?.message} {...register('name')} />
      {SELECTS.map(([field, label, type]) => (
        <SelectField
          key={field}
          label={label}
          placeholder="Choose an option"
          options={values.filter((value) => value.type === type).map(({ _id, name }) => ({ value: _id, label: name }))}
          error={errors[field]?.message}
          {...register(field)}
        />
      ))}
      <MoneyField required label="Price in dollars" value={price ?? ''} error={errors.price?.message} {...register('price')} />
    </PaneForm>
  );
}

const COLUMNS: Column<PosterCombination>[] = [
  { head: 'Name', cell: ({ name }) => name },
  { head: 'Orientation', cell: ({ orientationId }) => orientationId.name, isWhole: true },
  { head: 'Size', cell: ({ sizeId }) => sizeId.name, isWhole: true },
  { head: 'Paper stock', cell: ({ paperStockId }) => paperStockId.name },
  { head: 'Lamination', cell: ({ laminationId }) => laminationId.name },
  { head: 'Price', cell: ({ price }) => formatDollars(price), isNumber: true },
];

/** The ways a poster can be made, each with its price. */
export function PosterPricePage() {
  const combinations = useQuery(allCombinationsOptions());
  const values = useQuery(posterValuesOptions());
  const remove = useDeleteCombination(useDeletionToasts('Poster price deleted.'));
  return (
    <ListWithForm
      title="Poster Price"
      list={{
        data: combinations.data,
        isLoadingError: combinations.isLoadingError || values.isLoadingError,
        error: combinations.error ?? values.error,
        refetch: () => Promise.all([combinations.refetch(), values.refetch()]),
      }}
      columns={COLUMNS}
      consequence="Customers can no longer order this option. Existing orders don’t change."
      deleteLabel="Delete price"
      remove={remove}
      form={(edited, onDone) => values.data && <CombinationForm values={values.data} combination={edited} onDone={onDone} />}
    />
  );
}
