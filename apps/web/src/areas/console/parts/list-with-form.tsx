import { can } from '@vitrine/contract/capabilities';
import type { ReactNode } from 'react';
import type { MessageResponse } from '../../../lib/api-client.ts';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useSession } from '../../../lib/session.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { PencilIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { ListIcon } from '../../../ui/icons.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { toast } from '../../../ui/toast-store.ts';
import styles from './console-list.module.css';

interface ListedRow {
  _id: string;
  name: string;
}

interface ListAndFormProps<Row extends ListedRow> {
  title: string;
  list: { data?: readonly Row[]; isLoadingError: boolean; error: Error | null; refetch: () => unknown };
  columns: readonly Column<Row>[];
  /** Text about the effect of a deletion. */
  consequence: string;
  deleteLabel: string;
  remove: { isPending: boolean; mutate: (id: string) => void };
  form: (edited: Row | undefined, onDone: () => void) => ReactNode;
}

/** A table with the form that creates and edits its rows; support staff see the table only. */
export function ListWithForm<Row extends ListedRow>({
  title,
  list,
  columns,
  consequence,
  deleteLabel,
  remove,
  form,
}: ListAndFormProps<Row>) {
  const dialog = useDialog();
  const canChange = can(useSession(), 'catalogue.edit');
  const target = list.data?.find(({ _id }) => _id === dialog.target);
  const edited = dialog.dialog === 'edit' ? target : undefined;
  return (
    <>
      <PageHeader title={title} note={list.data && list.data.length > 0 ? list.data.length : undefined} />
      <div className={styles.columns}>
        {canChange && (
          <div key={edited?._id ?? 'new'} className={styles.form}>
            {form(edited, () => edited && dialog.close())}
          </div>
        )}
        <div>
          {list.isLoadingError && <LoadFailure message={getErrorMessage(list.error)} onRetry={() => void list.refetch()} />}
          {!list.data && !list.isLoadingError && <Skeleton style={{ height: 320 }} />}
          {list.data?.length === 0 && <EmptyState icon={<ListIcon size={26} />} title="No data available" />}
          {list.data && list.data.length > 0 && (
            <DataTable
              label={title}
              rows={list.data}
              columns={columns}
              actions={
                canChange
                  ? ({ _id, name }) => (
                      <RowActions name={name} onEdit={() => dialog.open('edit', _id)} onDelete={() => dialog.open('delete', _id)} />
                    )
                  : undefined
              }
            />
          )}
        </div>
      </div>
      <ConfirmDialog
        isOpen={canChange && dialog.dialog === 'delete' && target !== undefined}
        onClose={dialog.close}
        onConfirm={() => target && remove.mutate(target._id)}
        title={`Delete “${target?.name ?? ''}”?`}
        consequence={consequence}
        confirmLabel={deleteLabel}
        isBusy={remove.isPending}
      />
    </>
  );
}

interface RowActionsProps {
  name: string;
  onEdit: () => void;
  onDelete: () => void;
}

const RowActions = ({ name, onEdit, onDelete }: RowActionsProps) => (
  <>
    <IconButton label={`Edit ${name}`} icon={<PencilIcon size={18} />} onClick={onEdit} />
    <IconButton label={`Delete ${name}`} icon={<TrashIcon size={18} />} onClick={onDelete} />
  </>
);

/** After a deletion: shows the server's message and closes the dialog. */
export function useDeletionToasts(done: string) {
  const { close } = useDialog();
  return {
    onSuccess: ({ message }: MessageResponse) => void toast.success(message ?? done),
    onError: (error: Error) => toast.error(getErrorMessage(error)),
    onSettled: close,
  };
}
