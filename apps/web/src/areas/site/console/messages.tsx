import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { messageToasts } from '../../../lib/use-api-mutation.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { DocumentIcon } from '../../../ui/app-icons.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { CsvButton } from '../../console/parts/console-list.tsx';
import { MessageList } from './message-list.tsx';
import { useAnswerMessage, useExportMessages } from './message-mutations.ts';
import styles from './messages.module.css';
import { messagePagesOptions } from './messages.ts';
import type { MessageState } from './messages-search.ts';
import { ReplyDialog } from './reply-dialog.tsx';

const STATES = [
  { value: 'new', label: 'New' },
  { value: 'answered', label: 'Answered' },
] as const;

/** What people wrote by the contact form, and what they were answered. */
export function MessagesPage() {
  const state: MessageState = useSearch({ from: '/admin/messages' }).state === 'answered' ? 'answered' : 'new';
  const navigate = useNavigate();
  const dialog = useDialog();
  const pages = useInfiniteQuery(messagePagesOptions(state));
  const answered = useAnswerMessage(messageToasts);
  const toFile = useExportMessages({ onError: (error) => toast.error(getErrorMessage(error)) });
  const shown = pages.data?.pages.flatMap(({ messages }) => messages) ?? [];
  const first = pages.data?.pages[0];
  const show = (next: MessageState) =>
    void navigate({ to: '/admin/messages', search: { state: next === 'new' ? undefined : next }, replace: true });
  return (
    <>
      <PageHeader
        title="Messages"
        note={first && first.count > 0 ? first.count : undefined}
        actions={<CsvButton isPending={toFile.isPending} onDownload={() => toFile.mutate(state)} />}
      />
      <div className={styles.states}>
        <SegmentedChoice label="Filter messages" value={state} onChange={show} choices={STATES} />
      </div>
      <div className={styles.list}>
        {pages.isPending && <Skeleton style={{ height: 160, maxWidth: 840 }} />}
        {(pages.isLoadingError || pages.isFetchNextPageError) && (
          <LoadFailure message={getErrorMessage(pages.error)} onRetry={() => void pages.refetch()} />
        )}
        {pages.data && shown.length === 0 && (
          <EmptyState icon={<DocumentIcon size={26} />} title={state === 'new' ? 'No new messages' : 'No answered messages yet'} />
        )}
        {shown.length > 0 && (
          <MessageList
            messages={shown}
            isAnswerable={first?.abilities.answer ?? false}
            onReply={({ _id }) => dialog.open('reply', _id)}
            onAnswered={({ _id }) => answered.mutate({ id: _id })}
          />
        )}
        {pages.hasNextPage && <LoadMore isLoading={pages.isFetchingNextPage} onMore={() => void pages.fetchNextPage()} />}
      </div>
      <ReplyDialog
        message={dialog.dialog === 'reply' ? shown.find(({ _id }) => _id === dialog.target) : undefined}
        onClose={dialog.close}
      />
    </>
  );
}
