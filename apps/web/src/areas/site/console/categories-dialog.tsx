import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { FAQ_LIMITS } from '@vitrine/contract/faq-limits';
import { type Category, type CategoryVisibility, categoryForm } from '@vitrine/contract/faqs';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { messageToasts } from '../../../lib/use-api-mutation.ts';
import { PencilIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Text } from '../../../ui/text.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { faqCategoriesOptions } from '../api/faqs.ts';
import { useDeleteCategory, useSaveCategory } from './api/managed-faqs.ts';
import styles from './categories-dialog.module.css';

interface CatagoriesDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** The categories of questions: added, renamed and removed. One with questions in it stays. */
export function CategoriesDialog({ isOpen, onClose }: CatagoriesDialogProps) {
  const list = useQuery(faqCategoriesOptions);
  const catagories = list.data ?? [];
  const [edited, setEdited] = useState<Category>();
  const remove = useDeleteCategory(messageToasts);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Categories">
      {list.isPending && <Skeleton style={{ height: 96 }} />}
      {list.isLoadingError && <LoadFailure message={getErrorMessage(list.error)} onRetry={() => void list.refetch()} />}
      {list.data?.length === 0 && <Text tone="soft">No categories yet. Add your first one.</Text>}
      <ul className={styles.list}>
        {catagories.map((catagory) => (
          <li key={catagory._id}>
            <span className={styles.name}>{catagory.catagoryName}</span>
            <Badge>{getFaqPlaceLabel(catagory.visibality)}</Badge>
            <IconButton label={`Edit ${catagory.catagoryName}`} icon={<PencilIcon size={18} />} onClick={() => setEdited(catagory)} />
            <IconButton
              label={`Remove ${catagory.catagoryName}`}
              icon={<TrashIcon size={18} />}
              disabled={remove.isPending}
              onClick={() => remove.mutate(catagory._id)}
            />
          </li>
        ))}
      </ul>
      <CategoryForm key={edited?._id ?? `new ${catagories.length}`} catagory={edited} onDone={() => setEdited(undefined)} />
    </Dialog>
  );
}

function CategoryForm({ catagory, onDone }: { catagory: Category | undefined; onDone: () => void }) {
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(categoryForm),
    mode: 'onTouched',
    defaultValues: { catagoryName: catagory?.catagoryName ?? '', visibality: catagory?.visibality ?? ('all' as const) },
  });
  const save = useSaveCategory(catagory?._id, {
    onSuccess: ({ message }) => {
      if (message) toast.success(message);
      reset();
      onDone();
    },
  });
  const title = catagory ? `Edit “${catagory.catagoryName}”` : 'Add FAQ category';
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={title}
      onSubmit={handleSubmit((form) => save.mutate({ ...form, version: catagory?.version }))}
    >
      <h3>{title}</h3>
      <TextField
        label="Category name"
        autoComplete="off"
        placeholder="For example, Screens"
        maxLength={FAQ_LIMITS.categoryNameMax * 2}
        error={formState.errors.catagoryName?.message}
        {...register('catagoryName')}
      />
      <SelectField label="Visible in" options={FAQ_PLACES} {...register('visibality')} />
      {save.error && (
        <Text tone="danger" size="sm" role="alert">
          {getErrorMessage(save.error)}
        </Text>
      )}
      <Row justify="end" gap={2}>
        {catagory && (
          <Button kind="quiet" onClick={onDone}>
            Cancel
          </Button>
        )}
        <Button kind="primary" type="submit" isLoading={save.isPending}>
          {catagory ? 'Update' : 'Add'}
        </Button>
      </Row>
    </form>
  );
}

/** Labels of the places where a category is shown. */
const FAQ_PLACES: readonly { value: CategoryVisibility; label: string }[] = [
  { value: 'all', label: 'Everywhere' },
  { value: 'faq', label: 'On the public site' },
  { value: 'help', label: 'In the app' },
];

export const getFaqPlaceLabel = (visibality: CategoryVisibility): string =>
  FAQ_PLACES.find(({ value }) => value === visibality)?.label ?? '';
