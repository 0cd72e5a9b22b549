import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { can } from '@vitrine/contract/capabilities';
import type { JobCount, JobRow, JobState } from '@vitrine/contract/system';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatRelative } from '../../../lib/format.ts';
import { readOneOf } from '../../../lib/search-params.ts';
import { useSession } from '../../../lib/session.ts';
import { messageToasts } from '../../../lib/use-api-mutation.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/card.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { RetryIcon } from '../../../ui/icons.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Text } from '../../../ui/text.tsx';
import { jobsOptions, useRetryJobs } from '../api/system.ts';
import styles from '../pages/system.module.css';

const STATES = ['failed', 'waiting', 'running'] as const;
const TIME_LABELS: Record<JobState, string> = { failed: 'Failed', waiting: 'Due', running: 'Started' };
const EMPTY_MESSAGES: Record<JobState, string> = { failed: 'No failed jobs.', waiting: 'No waiting jobs.', running: 'No running jobs.' };

const getColumns = (state: JobState): Column<JobRow>[] => [
  { head: 'Job', cell: ({ kind, _id }) => `${kind} · ${_id}`, isWhole: true },
  { head: 'Attempts', cell: ({ attempts, attemptsMax }) => `${attempts} of ${attemptsMax}`, isWhole: true },
  { head: TIME_LABELS[state], cell: ({ at }) => formatRelative(at), isWhole: true },
  ...(state === 'running' ? [] : [{ head: 'Error', cell: ({ error }: JobRow) => (error ? <ExpandableText text={error} /> : '–') }]),
];

/** Lists jobs by state. Administrators with the system permission can retry failed jobs. */
export function JobsPanel({ counts }: { counts: readonly JobCount[] }) {
  const search = useSearch({ from: '/admin/system' });
  const navigate = useNavigate();
  const canManage = can(useSession(), 'system.manage');
  const state = readOneOf(search.jobs, STATES) ?? 'failed';
  const list = useInfiniteQuery({ ...jobsOptions(state, search.jobKind), refetchInterval: 10_000 });
  const rows = list.data?.pages.flat() ?? [];
  const retry = useRetryJobs(messageToasts);
  const go = (patch: SystemSearch) =>
    void navigate({ to: '/admin/system', search: (before) => ({ ...before, ...patch }), replace: true, resetScroll: false });
  const total = (jobState: JobState) => counts.reduce((sum, count) => sum + count[jobState], 0);
  return (
    <Panel
      title="Jobs"
      note={`${total('waiting')} waiting, ${total('running')} running, ${total('failed')} failed`}
      isBare
      actions={
        canManage &&
        state === 'failed' &&
        rows.length > 0 &&
        search.jobKind && (
          <Button
            icon={<RetryIcon size={18} />}
            isLoading={retry.isPending}
            onClick={() => retry.mutate({ kind: search.jobKind ?? '' })}
          >{`Retry all ${search.jobKind}`}</Button>
        )
      }
    >
      <div className={styles.filters}>
        <SegmentedChoice
          label="Job status"
          value={state}
          onChange={(next) => go({ jobs: next === 'failed' ? undefined : next })}
          choices={STATES.map((value) => ({
            value,
            label: `${{ failed: 'Failed', waiting: 'Waiting', running: 'Running' }[value]} (${total(value)})`,
          }))}
        />
        <SelectField
          label="Job type"
          placeholder="All"
          options={counts.map((count) => ({ value: count.kind, label: `${count.kind} (${count[state]})` }))}
          value={search.jobKind ?? ''}
          onChange={(event) => go({ jobKind: event.target.value || undefined })}
        />
      </div>
      {list.isPending && <ListSkeleton view="List" />}
      {list.isLoadingError && <LoadFailure message={getErrorMessage(list.error)} onRetry={() => void list.refetch()} />}
      {list.data && rows.length === 0 && (
        <Text tone="soft" size="sm">
          {EMPTY_MESSAGES[state]}
        </Text>
      )}
      {rows.length > 0 && (
        <DataTable
          label="Jobs"
          rows={rows}
          columns={getColumns(state)}
          {...(canManage &&
            state === 'failed' && {
              actions: ({ _id, kind }: JobRow) => (
                <IconButton
                  label={`Retry ${kind} ${_id}`}
                  icon={<RetryIcon size={18} />}
                  disabled={retry.isPending}
                  onClick={() => retry.mutate({ ids: [_id] })}
                />
              ),
            })}
        />
      )}
      {list.hasNextPage && (
        <div>
          <Button isLoading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Panel>
  );
}

/** Number of characters shown in the collapsed state. */
const SHORT_TEXT_LENGTH = 120;

/** Long generated text, collapsed to its first line. */
export function ExpandableText({ text }: { text: string }) {
  const beginning = text.split('\n')[0]?.slice(0, SHORT_TEXT_LENGTH) ?? '';
  if (beginning === text) return <code className={styles.text}>{text}</code>;
  return (
    <details className={styles.whole}>
      <summary>{`${beginning}…`}</summary>
      <code className={styles.text}>{text}</code>
    </details>
  );
}

export interface SystemSearch {
  /** State of the listed jobs; failed by default. */
  jobs?: 'waiting' | 'running' | 'failed';
  /** Lists only jobs of this kind. */
  jobKind?: string;
}
