import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { can } from '@vitrine/contract/capabilities';
import type { DeviceVersion } from '@vitrine/contract/versions';
import { useState } from 'react';
import { useDeleteVersion } from '../../../features/versions/api/version-mutations.ts';
import { keptVersionsOptions } from '../../../features/versions/api/versions.ts';
import { VersionFacts } from '../../../features/versions/components/version-facts.tsx';
import { VersionForm } from '../../../features/versions/components/version-form.tsx';
import { said } from '../../../features/versions/notices.ts';
import { messageOf } from '../../../lib/app-error.ts';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ArrowLeftIcon, ListIcon, PlusIcon } from '../../../ui/icons.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useDialog } from '../../use-overlay.ts';
import { StagedUpdates } from './staged-updates.tsx';
import { VersionList } from './version-list.tsx';
import styles from './versions.module.css';
import type { VersionsSearch } from './versions-search.ts';

/** Versions of the program on the screens on the left, the form of one on the right. On a phone one or the other. */
export function VersionsPage() {
  const { edited: editedId } = useSearch({ from: '/admin/deviceVersion' });
  const navigate = useNavigate();
  const dialog = useDialog();
  const isEditable = can(useSession(), 'versions.edit');
  const list = useInfiniteQuery(keptVersionsOptions);
  const versions = list.data?.pages.flat() ?? [];
  const edited = versions.find(({ _id }) => _id === editedId);
  const go = (patch: VersionsSearch, replace = true) =>
    void navigate({ to: '/admin/deviceVersion', search: (before) => ({ ...before, ...patch }), replace, resetScroll: false });
  const back = () => go({ edited: undefined });
  return (
    <>
      <PageHeader
        title="Device Version"
        actions={
          isEditable &&
          editedId !== 'new' && (
            <Button className={styles.add} kind="primary" icon={<PlusIcon size={18} />} onClick={() => go({ edited: 'new' }, false)}>
              Add version
            </Button>
          )
        }
      />
      <div className={styles.panes} data-detail={editedId ? '' : undefined}>
        <div className={styles.list}>
          <StagedUpdates versions={versions} isEditable={isEditable} />
          {list.isPending && <ListSkeleton view="List" />}
          {list.error && versions.length === 0 && <LoadFailure message={messageOf(list.error)} onRetry={() => void list.refetch()} />}
          {list.isSuccess && versions.length === 0 && <EmptyState icon={<ListIcon size={26} />} title="No data available" />}
          {versions.length > 0 && (
            <VersionList
              versions={versions}
              isEditable={isEditable}
              openId={editedId}
              onEdit={({ _id }) => go({ edited: _id }, editedId !== undefined)}
              onClose={back}
              onDelete={({ _id }) => dialog.open('delete', _id)}
              onStart={({ _id }) => dialog.open('start', _id)}
              onEnd={() => list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError && void list.fetchNextPage()}
            />
          )}
        </div>
        <div className={styles.pane}>
          <Button className={styles.back} kind="quiet" icon={<ArrowLeftIcon size={18} />} onClick={back}>
            All versions
          </Button>
          {isEditable && <FormPane editedId={editedId} edited={edited} onDone={back} onEdit={({ _id }) => go({ edited: _id })} />}
          {!isEditable && edited && <VersionFacts version={edited} />}
        </div>
      </div>
      <DeleteDialog
        version={isEditable && dialog.dialog === 'delete' ? versions.find(({ _id }) => _id === dialog.target) : undefined}
        onClose={dialog.close}
      />
    </>
  );
}

interface FormPaneProps {
  editedId: string | undefined;
  edited: DeviceVersion | undefined;
  onDone: () => void;
  onEdit: (version: DeviceVersion) => void;
}

/** The form, made anew for another version, and with what was saved of this one where its files were refused. */
function FormPane({ editedId, edited, onDone, onEdit }: FormPaneProps) {
  const [half, setHalf] = useState<{ version: DeviceVersion; why: string }>();
  // Unless somebody has changed it since.
  const isHalf = half?.version._id === editedId && half !== undefined && (edited?.updatedAt ?? '') <= half.version.updatedAt;
  const done = () => {
    setHalf(undefined);
    onDone();
  };
  return (
    <VersionForm
      key={isHalf ? `${half.version._id} ${half.version.updatedAt}` : (edited?._id ?? 'new')}
      version={isHalf ? half.version : edited}
      refusal={isHalf ? half.why : undefined}
      onSaved={done}
      onHalfSaved={(version, why) => {
        setHalf({ version, why });
        onEdit(version);
      }}
      onCancel={done}
    />
  );
}

function DeleteDialog({ version, onClose }: { version: DeviceVersion | undefined; onClose: () => void }) {
  const remove = useDeleteVersion({ ...said, onSettled: onClose });
  return (
    <ConfirmDialog
      isOpen={version !== undefined}
      onClose={onClose}
      onConfirm={() => version && !remove.isPending && remove.mutate(version._id)}
      title={`Delete “${version?.name ?? ''}”?`}
      consequence={`Version ${version?.versionCode ?? ''} and its files are gone for good, and nobody can load it any more. To hide it from owners, switch it off instead.`}
      confirmLabel="Yes, delete"
      isBusy={remove.isPending}
    />
  );
}
