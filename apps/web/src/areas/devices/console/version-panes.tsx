import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { DeviceVersion } from '@vitrine/contract/versions';
import { useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { Button } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ArrowLeftIcon, ListIcon } from '../../../ui/icons.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { FactList } from '../../../ui/side-panel.tsx';
import { useDeleteVersion } from './api/versions.ts';
import { VersionForm } from './version-form.tsx';
import { VersionList } from './version-list.tsx';
import { versionToasts } from './version-toasts.ts';
import styles from './versions.module.css';

interface VersionPanesProps {
  list: UseInfiniteQueryResult<InfiniteData<DeviceVersion[]>>;
  isEditable: boolean;
  /** Version in the form, or `new`. On phones the form replaces the list. */
  editedId: string | undefined;
  onEdit: (id: string | undefined, replace: boolean) => void;
}

/** Versions on the left and the form of one on the right. Phones show one or the other. */
export function VersionPanes({ list, isEditable, editedId, onEdit }: VersionPanesProps) {
  const dialog = useDialog();
  const versions = list.data?.pages.flat() ?? [];
  const edited = versions.find(({ _id }) => _id === editedId);
  const back = () => onEdit(undefined, true);
  return (
    <div className={styles.panes} data-detail={editedId ? '' : undefined}>
      <div className={styles.list}>
        {list.isPending && <ListSkeleton view="List" />}
        {list.data && versions.length === 0 && <EmptyState icon={<ListIcon size={26} />} title="No data available" />}
        {versions.length > 0 && (
          <VersionList
            versions={versions}
            isEditable={isEditable}
            openId={editedId}
            onEdit={({ _id }) => onEdit(_id, editedId !== undefined)}
            onClose={back}
            onDelete={({ _id }) => dialog.open('delete', _id)}
            onStart={({ _id }) => dialog.open('start', _id)}
            onEnd={() => list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError && void list.fetchNextPage()}
          />
        )}
      </div>
      {(isEditable || edited) && (
        <div className={styles.pane}>
          <Button className={styles.back} kind="quiet" icon={<ArrowLeftIcon size={18} />} onClick={back}>
            All versions
          </Button>
          {isEditable && <FormPane editedId={editedId} edited={edited} onDone={back} onEdit={({ _id }) => onEdit(_id, true)} />}
          {!isEditable && edited && <VersionFacts version={edited} />}
        </div>
      )}
      <DeleteDialog
        version={isEditable && dialog.dialog === 'delete' ? versions.find(({ _id }) => _id === dialog.target) : undefined}
        onClose={dialog.close}
      />
    </div>
  );
}

interface FormPaneProps {
  editedId: string | undefined;
  edited: DeviceVersion | undefined;
  onDone: () => void;
  onEdit: (version: DeviceVersion) => void;
}

/** Form of a version, remounted for another version. When the server saved the fields but refused the files, the form starts with the saved fields. */
function FormPane({ editedId, edited, onDone, onEdit }: FormPaneProps) {
  const [halfSaved, setHalfSaved] = useState<{ version: DeviceVersion; refusal: string }>();
  // Ignore the saved fields if the version was changed since.
  const isHalfSaved =
    halfSaved?.version._id === editedId && halfSaved !== undefined && (edited?.updatedAt ?? '') <= halfSaved.version.updatedAt;
  const done = () => {
    setHalfSaved(undefined);
    onDone();
  };
  return (
    <VersionForm
      key={isHalfSaved ? `${halfSaved.version._id} ${halfSaved.version.updatedAt}` : (edited?._id ?? 'new')}
      version={isHalfSaved ? halfSaved.version : edited}
      refusal={isHalfSaved ? halfSaved.refusal : undefined}
      onSaved={done}
      onHalfSaved={(version, refusal) => {
        setHalfSaved({ version, refusal });
        onEdit(version);
      }}
      onCancel={done}
    />
  );
}

function DeleteDialog({ version, onClose }: { version: DeviceVersion | undefined; onClose: () => void }) {
  const remove = useDeleteVersion({ ...versionToasts, onSettled: onClose });
  return (
    <ConfirmDialog
      isOpen={version !== undefined}
      onClose={onClose}
      onConfirm={() => version && !remove.isPending && remove.mutate(version._id)}
      title={`Delete “${version?.name ?? ''}”?`}
      consequence={`Version ${version?.versionCode ?? ''} and its files will be permanently deleted. To hide it from owners instead, turn off its visibility.`}
      confirmLabel="Delete version"
      isBusy={remove.isPending}
    />
  );
}

/** Read-only details of a version. */
const VersionFacts = ({ version }: { version: DeviceVersion }) => (
  <Panel title={version.name}>
    <FactList
      facts={[
        { term: 'Version number', value: version.versionCode },
        { term: 'URL', value: version.url },
        { term: 'Platform', value: version.platform },
        { term: 'Release notes', value: version.releaseNote || 'None' },
        { term: 'Visible', value: version.isVisible ? 'Yes' : 'No' },
        { term: 'Base version', value: version.type === 1 ? 'Yes' : 'No' },
        { term: 'Files', value: version.hasFiles ? 'On this server' : 'None' },
        { term: 'Added', value: formatDate(version.createdAt) },
      ]}
    />
  </Panel>
);
