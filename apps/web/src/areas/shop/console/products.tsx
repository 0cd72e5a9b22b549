import { useQuery } from '@tanstack/react-query';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import { can } from '@vitrine/contract/capabilities';
import type { Item } from '@vitrine/contract/items';
import { useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useSession } from '../../../lib/session.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { ImageIcon } from '../../../ui/icons.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useAskBeforeReplacing } from '../../../ui/unsaved-changes.tsx';
import { itemListOptions, useDeleteItem } from '../api/items.ts';
import { ProductForm, UNSAVED_PRODUCT } from './product-form.tsx';
import styles from './product-table.module.css';
import { ProductTable } from './product-table.tsx';

/** Products of the partner's shop: the list, and the form to add and edit them. */
export function ProductsPage() {
  const items = useQuery(itemListOptions);
  // The list contains no abilities; the server enforces the permission.
  const canEdit = can(useSession(), 'products.edit');
  const [edited, setEdited] = useState<Item>();
  const [formNumber, setFormNumber] = useState(0);
  const [isChanged, setIsChanged] = useState(false);
  const replacePrompt = useAskBeforeReplacing(isChanged, UNSAVED_PRODUCT);
  // Shown above the list, because a toast would cover the form's buttons.
  const [status, setStatus] = useState('');
  const dialog = useDialog();
  const show = (item: Item | undefined) => {
    setEdited(item);
    setStatus('');
    setIsChanged(false);
    setFormNumber((number) => number + 1);
  };
  const saved = () => {
    show(undefined);
    setStatus(edited ? 'Product updated.' : 'Product added.');
  };
  const deleted = (item: Item) => {
    if (item._id === edited?._id) show(undefined);
    setStatus('Product deleted.');
  };
  const changes = canEdit
    ? {
        onEdit: (item: Item) => replacePrompt.ask(() => show(item)),
        onDelete: (item: Item) => dialog.open('delete', item._id),
        editedId: edited?._id,
      }
    : {};
  return (
    <>
      <PageHeader title="Product List" note={items.data && items.data.length > 0 ? items.data.length : undefined} />
      <output className={styles.announcement}>{status}</output>
      <div className={styles.panes} data-alone={canEdit ? undefined : ''}>
        <div className={styles.list}>
          {items.isPending && <Skeleton style={{ height: 280 }} />}
          {items.isLoadingError && <LoadFailure message={getErrorMessage(items.error)} onRetry={() => void items.refetch()} />}
          {items.data?.length === 0 && (
            <EmptyState icon={<ImageIcon size={26} />} title={BUSINESS_MESSAGES.noData}>
              {canEdit && 'Your shop is empty. Use the form to add your first product.'}
            </EmptyState>
          )}
          {items.data && items.data.length > 0 && <ProductTable items={items.data} {...changes} />}
        </div>
        {canEdit && (
          <ProductForm
            key={formNumber}
            item={items.data?.find(({ _id }) => _id === edited?._id) ?? edited}
            onSaved={saved}
            onCancel={() => replacePrompt.ask(() => show(undefined))}
            onTyped={setIsChanged}
          />
        )}
      </div>
      <DeleteDialog
        item={dialog.dialog === 'delete' ? items.data?.find(({ _id }) => _id === dialog.target) : undefined}
        onDeleted={deleted}
      />
      {replacePrompt.dialog}
    </>
  );
}

function DeleteDialog({ item, onDeleted }: { item: Item | undefined; onDeleted: (item: Item) => void }) {
  const dialog = useDialog();
  const remove = useDeleteItem({
    onSuccess: (_response, deleted) => {
      onDeleted(deleted);
      dialog.close();
    },
    onError: (error) => {
      toast.error(getErrorMessage(error));
      dialog.close();
    },
  });
  return (
    <ConfirmDialog
      isOpen={item !== undefined}
      onClose={dialog.close}
      onConfirm={() => item && !remove.isPending && remove.mutate(item)}
      title={`Delete “${item?.name ?? ''}”?`}
      consequence="Customers can no longer buy this product. Existing orders don’t change."
      confirmLabel="Delete product"
      isBusy={remove.isPending}
    />
  );
}
