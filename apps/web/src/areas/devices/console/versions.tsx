import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { can } from '@vitrine/contract/capabilities';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useSession } from '../../../lib/session.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { PlusIcon, UpgradeIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { CsvButton } from '../../console/parts/console-list.tsx';
import { managedVersionsOptions, rolloutsOptions, useExportVersions } from './api/versions.ts';
import { StartRolloutDialog } from './rollout-dialogs.tsx';
import { isRolloutActive } from './rollout-labels.ts';
import { StagedUpdates } from './staged-updates.tsx';
import { VersionPanes } from './version-panes.tsx';
import styles from './versions.module.css';

/** Page of screen versions and their staged updates. */
export function VersionsPage() {
  const { edited, shown } = useSearch({ from: '/admin/deviceVersion' });
  const navigate = useNavigate();
  const dialog = useDialog();
  const isEditable = can(useSession(), 'versions.edit');
  const list = useInfiniteQuery(managedVersionsOptions);
  const rollouts = useInfiniteQuery(rolloutsOptions);
  const toFile = useExportVersions({ onError: (error) => toast.error(getErrorMessage(error)) });
  const versions = list.data?.pages.flat() ?? [];
  const underWay = rollouts.data?.pages.flat().filter(isRolloutActive).length ?? 0;
  const areUpdates = shown === 'updates';
  const go = (patch: VersionsSearch & { dialog?: undefined; target?: undefined }, replace = true) =>
    void navigate({ to: '/admin/deviceVersion', search: (before) => ({ ...before, ...patch }), replace, resetScroll: false });
  const show = (what: string) => go({ shown: what === 'updates' ? what : undefined, edited: undefined });
  return (
    <>
      <PageHeader
        title="Device Version"
        actions={
          <>
            {!areUpdates && !edited && <CsvButton isPending={toFile.isPending} onDownload={() => toFile.mutate()} />}
            {isEditable &&
              (areUpdates ? (
                <Button
                  kind="primary"
                  icon={<UpgradeIcon size={18} />}
                  disabled={!versions.some(({ hasFiles }) => hasFiles)}
                  onClick={() => dialog.open('start')}
                >
                  Start update
                </Button>
              ) : edited ? null : (
                <Button className={styles.add} kind="primary" icon={<PlusIcon size={18} />} onClick={() => go({ edited: 'new' }, false)}>
                  Add version
                </Button>
              ))}
          </>
        }
      />
      <div className={styles.tabs}>
        <SegmentedChoice
          label="View"
          value={areUpdates ? 'updates' : 'versions'}
          onChange={show}
          choices={[
            { value: 'versions', label: 'Versions' },
            { value: 'updates', label: underWay > 0 ? `Staged updates (${underWay})` : 'Staged updates' },
          ]}
        />
      </div>
      {list.isLoadingError ? (
        <LoadFailure message={getErrorMessage(list.error)} onRetry={() => void list.refetch()} />
      ) : areUpdates ? (
        <StagedUpdates list={rollouts} isEditable={isEditable} />
      ) : (
        <VersionPanes list={list} isEditable={isEditable} editedId={edited} onEdit={(id, replace) => go({ edited: id }, replace)} />
      )}
      {isEditable && dialog.dialog === 'start' && list.data && (
        <StartRolloutDialog
          versionId={dialog.target}
          versions={versions}
          onClose={dialog.close}
          onStarted={() => go({ shown: 'updates', edited: undefined, dialog: undefined, target: undefined })}
        />
      )}
    </>
  );
}

export interface VersionsSearch {
  /** `updates` for the staged updates instead of the versions. */
  shown?: string;
  /** The edited version, or `new`: next to the list, on a phone instead of it. */
  edited?: string;
}
