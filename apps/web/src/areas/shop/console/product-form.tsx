import { ITEM_LIMITS } from '@vitrine/contract/item-limits';
import type { Item } from '@vitrine/contract/items';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCents } from '../../../lib/format.ts';
import { typedMoney } from '../../../lib/number-input.ts';
import { type FieldTexts, useEditVersion } from '../../../lib/use-edit-version.ts';
import { Button } from '../../../ui/button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { ChangedFields } from '../../../ui/pane-form.tsx';
import { Text } from '../../../ui/text.tsx';
import { FormError, TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { SwitchField } from '../../../ui/toggles.tsx';
import { UnsavedChangesPrompt } from '../../../ui/unsaved-changes.tsx';
import { MoneyField } from '../../payments/parts/money-field.tsx';
import { useSaveItem } from '../api/items.ts';
import styles from './product-form.module.css';
import { getTaxCents, type ItemField, type ItemFormValues, toItemFormValues, validateItem } from './product-form-values.ts';
import { ProductPictureField } from './product-picture-field.tsx';

interface ProductFormProps {
  /** Product to edit. Without it, the form creates a product. */
  item?: Item;
  onSaved: () => void;
  onCancel: () => void;
  /** Called after each edit. `isChanged` is true when the form differs from the product. */
  onTyped: (isChanged: boolean) => void;
}

export const UNSAVED_PRODUCT = 'Your changes to the product have not been saved and would be lost.';

/** The URL does not contain the edited product, so the page has a single form. */
const getFormId = () => 'product';

const formatSize = (value: number | null) => (value === null ? '' : String(value));
const FIELDS: FieldTexts<Item> = {
  Name: ({ name }) => name,
  Description: ({ description }) => description,
  Picture: ({ picture }) => (picture ? `Picture …${picture.key.slice(-4)}` : ''),
  'Price ($)': ({ price }) => typedMoney(Math.round(price * 100)),
  'Weight (g)': ({ weight }) => String(weight),
  'Height (cm)': ({ height }) => formatSize(height),
  'Width (cm)': ({ width }) => formatSize(width),
  'Length (cm)': ({ length }) => formatSize(length),
  'Sales tax': ({ salesTax }) => (salesTax.isApplicable ? `${salesTax.taxPercentage} %` : 'No'),
};

type TextFields = Exclude<ItemField, 'isTaxed'>;

/** Form that creates or edits a product. The page resets it by changing the key. */
export function ProductForm({ item, onSaved, onCancel, onTyped }: ProductFormProps) {
  const titleId = useId();
  const firstField = useRef<HTMLInputElement>(null);
  const isEditing = item !== undefined;
  // Move the focus to the form after Edit.
  useEffect(() => {
    if (isEditing) firstField.current?.focus();
  }, [isEditing]);
  const [form, setForm] = useState(() => toItemFormValues(item));
  // Errors are shown after the first submit, and then while typing.
  const [isSubmitted, setIsSubmitted] = useState(false);
  const save = useSaveItem(item?._id, { onSuccess: onSaved });
  const { version, changes } = useEditVersion(item, save.error, FIELDS);
  const result = validateItem(form);
  const faults = isSubmitted && 'faults' in result ? result.faults : {};
  const loaded = JSON.stringify(toItemFormValues(item));
  const change = (part: Partial<ItemFormValues>) => {
    const next = { ...form, ...part };
    setForm(next);
    onTyped(JSON.stringify(next) !== loaded);
  };
  const getFieldProps = (name: TextFields) => ({
    value: form[name],
    error: faults[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [name]: currentTarget.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if ('values' in result && !save.isPending) save.mutate({ form: result.values, version });
  };
  const size = { inputMode: 'decimal', autoComplete: 'off' } as const;
  return (
    <section className={styles.pane} aria-labelledby={titleId}>
      <Text as="h2" id={titleId} size="md">
        {item ? 'Edit product details' : 'Add product details'}
      </Text>
      <Stack as="form" gap={4} canShrink onSubmit={submit} noValidate aria-labelledby={titleId}>
        <TextField
          required
          label="Name"
          autoComplete="off"
          maxLength={ITEM_LIMITS.itemNameMax * 2}
          ref={firstField}
          {...getFieldProps('name')}
        />
        <TextAreaField label="Description" rows={3} maxLength={ITEM_LIMITS.itemDescriptionMax * 2} {...getFieldProps('description')} />
        <ProductPictureField pictureKey={form.pictureKey} onChange={(pictureKey) => change({ pictureKey })} error={faults.pictureKey} />
        <div className={styles.pair}>
          <MoneyField label="Price ($)" {...getFieldProps('price')} />
          <TextField label="Weight (g)" {...size} {...getFieldProps('weight')} />
        </div>
        <div className={styles.sizes}>
          <TextField label="Height (cm)" {...size} {...getFieldProps('height')} />
          <TextField label="Width (cm)" {...size} {...getFieldProps('width')} />
          <TextField label="Length (cm)" {...size} {...getFieldProps('length')} />
        </div>
        <SwitchField label="Sales tax" isOn={form.isTaxed} onChange={(isTaxed) => change({ isTaxed })} />
        {form.isTaxed && <TaxFields form={form} field={<TextField label="Tax (%)" {...size} {...getFieldProps('taxPercentage')} />} />}
        {save.error && <FormError>{getErrorMessage(save.error)}</FormError>}
        <ChangedFields changes={changes} />
        <Row justify="end" gap={2}>
          <Button kind="quiet" onClick={onCancel}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" isLoading={save.isPending}>
            {item ? 'Update' : 'Save'}
          </Button>
        </Row>
      </Stack>
      <UnsavedChangesPrompt
        isChanged={JSON.stringify(form) !== loaded && !save.isPending}
        formOf={getFormId}
        consequence={UNSAVED_PRODUCT}
      />
    </section>
  );
}

/** The tax rate and the resulting tax on one product. */
function TaxFields({ form, field }: { form: ItemFormValues; field: React.ReactNode }) {
  const cents = getTaxCents(form);
  return (
    <div className={styles.pair}>
      {field}
      <p className={styles.tax}>
        <span>Tax amount</span>
        <output>{cents === null ? '–' : formatCents(cents)}</output>
      </p>
    </div>
  );
}
