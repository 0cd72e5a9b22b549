import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SOURCE_LIMITS, type Source } from '@vitrine/contract/sources';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { MoreIcon, PencilIcon, PlusIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { Button, buttonClass, IconButton } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { RetryIcon } from '../../../ui/icons.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { NoteBox } from '../../../ui/panel.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { sourceListOptions, useDeleteSource, useFetchSource } from '../api/sources.ts';
import { KindIcon } from '../parts/kind-icon.tsx';
import { AddSourceDialog, EditSourceDialog } from '../parts/source-form-dialog.tsx';
import { SourceState } from '../parts/source-state.tsx';
import styles from '../parts/sources.module.css';
import { describeUse, isFetched, KIND_LABELS } from '../source-labels.ts';

/** Data sources of an account: how recent they are, and what uses them. */
export function SourcesPage() {
  const list = useQuery(sourceListOptions(useAccountInView()));
  const { dialog, target, open, close } = useDialog();
  const sources = list.data ?? [];
  const chosen = sources.find(({ _id }) => _id === target);
  const isFull = sources.length >= SOURCE_LIMITS.perAccount;
  return (
    <>
      <PageHeader
        title="Data sources"
        note={sources.length > 0 ? formatCount(sources.length, 'source') : undefined}
        actions={
          sources.length > 0 && (
            <Button kind="primary" icon={<PlusIcon size={18} />} disabled={isFull} onClick={() => open('addSource')}>
              Add data source
            </Button>
          )
        }
      />
      {isFull && (
        <NoteBox>
          You’ve reached the limit of {SOURCE_LIMITS.perAccount} data sources. Delete one that you no longer use to add another.
        </NoteBox>
      )}
      {list.isPending && <ListSkeleton view="List" />}
      {list.isLoadingError && <LoadFailure message={getErrorMessage(list.error)} onRetry={() => void list.refetch()} />}
      {list.data?.length === 0 && <NoSources onAdd={() => open('addSource')} />}
      {sources.length > 0 && (
        <ul className={styles.list} aria-label="Data sources">
          {sources.map((source) => (
            <SourceRow
              key={source._id}
              source={source}
              onEdit={() => open('editSource', source._id)}
              onDelete={() => open('deleteSource', source._id)}
            />
          ))}
        </ul>
      )}
      <AddSourceDialog isOpen={dialog === 'addSource'} onClose={close} />
      <EditSourceDialog isOpen={dialog === 'editSource'} source={chosen} onClose={close} />
      <DeleteSourceDialog isOpen={dialog === 'deleteSource'} source={chosen} onClose={close} />
    </>
  );
}

const NoSources = ({ onAdd }: { onAdd: () => void }) => (
  <EmptyState
    icon={<KindIcon kind="feed" size={26} />}
    title="No data sources yet"
    action={
      <Row wrap justify="center" gap={2}>
        <Button kind="primary" icon={<PlusIcon size={18} />} onClick={onAdd}>
          Add data source
        </Button>
        <Link to="/main/widget" className={buttonClass()}>
          Make a widget
        </Link>
      </Row>
    }
  >
    A data source brings headlines, a calendar, a table or the weather to your screens and keeps them up to date.
  </EmptyState>
);

interface SourceRowProps {
  source: Source;
  onEdit: () => void;
  onDelete: () => void;
}

function SourceRow({ source, onEdit, onDelete }: SourceRowProps) {
  const fetchNow = useFetchSource({ onError: (error) => toast.error(getErrorMessage(error)) });
  const { name, kind } = source;
  const isBusy = source.state === 'waiting' || fetchNow.isPending;
  return (
    <li className={styles.row}>
      <span className={styles.kind}>
        <KindIcon kind={kind} size={22} />
      </span>
      <div className={styles.about}>
        <Stack canShrink>
          <h2 className={styles.name}>{name}</h2>
          <Text size="sm" tone="soft">
            {KIND_LABELS[kind]} · {describeUse(source)}
          </Text>
        </Stack>
        <SourceState source={source} />
      </div>
      <Menu trigger={<IconButton label={`Actions for ${name}`} icon={<MoreIcon />} />}>
        {isFetched(source) && (
          <MenuItem icon={<RetryIcon size={18} />} isDisabled={isBusy} onSelect={() => fetchNow.mutate(source._id)}>
            Fetch now
          </MenuItem>
        )}
        <MenuItem icon={<PencilIcon size={18} />} onSelect={onEdit}>
          Edit
        </MenuItem>
        <MenuItem icon={<TrashIcon size={18} />} isDanger onSelect={onDelete}>
          Delete
        </MenuItem>
      </Menu>
    </li>
  );
}

interface DeleteSourceDialogProps {
  isOpen: boolean;
  onClose: () => void;
  source: Source | undefined;
}

/** Confirms that a source is deleted, or explains why it can't be. */
function DeleteSourceDialog({ isOpen, onClose, source }: DeleteSourceDialogProps) {
  const remove = useDeleteSource({
    onSuccess: () => void toast.success('Data source deleted.'),
    onError: (error) => toast.error(getErrorMessage(error)),
    onSettled: onClose,
  });
  if (source && source.usedBy > 0) {
    return (
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        title={`“${source.name}” is in use`}
        description={`${formatCount(source.usedBy, 'widget shows', 'widgets show')} this data. Choose other data for them or delete them, also from Trash, before you delete the data source.`}
        footer={<Button onClick={onClose}>Close</Button>}
      />
    );
  }
  return (
    <ConfirmDialog
      isOpen={isOpen && source !== undefined}
      onClose={onClose}
      onConfirm={() => source && remove.mutate(source._id)}
      title={`Delete “${source?.name ?? ''}”?`}
      consequence="Its data and its address are deleted. No widget uses it."
      confirmLabel="Delete data source"
      isBusy={remove.isPending}
    />
  );
}
