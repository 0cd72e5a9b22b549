import { zodResolver } from '@hookform/resolvers/zod';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ContactMessage, contactReplyForm } from '@vitrine/contract/support';
import * as endpoints from '@vitrine/contract/support.endpoints';
import { useForm } from 'react-hook-form';
import { call, getEndpointUrl, type MessageResponse, send } from '../../../lib/api-client.ts';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { download } from '../../../lib/downloads.ts';
import { type MutationCallbacks, messageToasts, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { DocumentIcon } from '../../../ui/app-icons.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { CsvButton } from '../../console/parts/console-list.tsx';
import styles from './message-list.module.css';
import { MessageList } from './message-list.tsx';

const messageKeys = {
  all: ['contact messages'] as const,
  pages: (state: string) => ['contact messages', 'pages', state] as const,
};

const STATES = [
  { value: 'new', label: 'New' },
  { value: 'answered', label: 'Answered' },
] as const;

/** Page of contact messages and their replies. */
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
      <div className={styles.messagesList}>
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

interface MessageReply {
  id: string;
  replyText?: string;
}

/** After a conflict, the list is outdated as well. */
const useAnswerMessage = (after: MutationCallbacks<MessageReply, MessageResponse>) =>
  useApiMutation(
    { mutate: ({ id, replyText }: MessageReply) => answerMessage(id, replyText), invalidates: [messageKeys.all], invalidatesOnError: true },
    after,
  );

const useExportMessages = (after: MutationCallbacks<'new' | 'answered', void>) =>
  useApiMutation({ mutate: exportMessages, invalidates: [] }, after);

const PAGE_SIZE = 20;
/** Nothing announces a new one. */
const REFRESH_MS = 60_000;

const messagePagesOptions = (state: 'new' | 'answered') =>
  infiniteQueryOptions({
    queryKey: messageKeys.pages(state),
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.listContactMessages, { query: { state, page: pageParam, dataPerPage: PAGE_SIZE }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ messages }, _pages, number) => (messages.length < PAGE_SIZE ? undefined : number + 1),
    refetchInterval: REFRESH_MS,
  });

/** Answers by email; without a text the message is only marked as answered. */
const answerMessage = (id: string, replyText?: string) => send(endpoints.answerContactMessage, { params: { id }, body: { replyText } });

const exportMessages = (state: 'new' | 'answered') =>
  download(getEndpointUrl(endpoints.exportContactMessages, { query: { state } }), 'messages.csv');

/** The answer to one message, sent by email. */
function ReplyDialog({ message, onClose }: { message: ContactMessage | undefined; onClose: () => void }) {
  return <ReplyForm key={message?._id ?? 'closed'} message={message} onClose={onClose} />;
}

function ReplyForm({ message, onClose }: { message: ContactMessage | undefined; onClose: () => void }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(contactReplyForm),
    mode: 'onTouched',
    defaultValues: { replyText: '' },
  });
  const answer = useAnswerMessage({
    onSuccess: (said) => {
      toast.success(said.message ?? 'Reply sent.');
      onClose();
    },
  });
  return (
    <FormDialog
      isOpen={message !== undefined}
      onClose={onClose}
      title={`Reply to ${message?.name ?? ''}`}
      description={`Your reply is emailed to ${message?.email ?? ''} with the original message below it.`}
      submitLabel="Send reply"
      isSubmitting={answer.isPending}
      failure={answer.error ? getErrorMessage(answer.error) : undefined}
      onSubmit={handleSubmit(({ replyText }) => message && answer.mutate({ id: message._id, replyText }))}
    >
      <TextAreaField required label="Reply" rows={8} error={formState.errors.replyText?.message} {...register('replyText')} />
    </FormDialog>
  );
}

type MessageState = 'new' | 'answered';

export interface MessagesSearch {
  state?: MessageState;
}
