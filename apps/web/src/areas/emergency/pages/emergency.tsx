import { useQuery } from '@tanstack/react-query';
import { EMERGENCY_LIMITS, type EmergencyMessage } from '@vitrine/contract/emergency';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { MegaphoneIcon, PlusIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { NoteBox } from '../../../ui/panel.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { emergencyAlertsOptions, emergencyMessagesOptions, useDeleteMessage } from '../api/emergency.ts';
import { ActiveAlerts } from '../parts/active-alerts.tsx';
import { AlertHistory } from '../parts/alert-history.tsx';
import { MessageFormDialog } from '../parts/message-form-dialog.tsx';
import { MessageList } from '../parts/message-list.tsx';
import { PublicWarnings } from '../parts/public-warnings.tsx';
import { RaiseDialog } from '../parts/raise-dialog.tsx';

/** Prepared emergency messages, the alerts that show them now, and the last ones. */
export function EmergencyPage() {
  const scope = useAccountInView();
  const list = useQuery(emergencyMessagesOptions(scope));
  const alerts = useQuery(emergencyAlertsOptions(scope));
  const { dialog, target, open, close } = useDialog();
  const messages = list.data ?? [];
  const chosen = messages.find(({ _id }) => _id === target);
  const active = (alerts.data ?? []).filter(({ endedAt }) => endedAt === null);
  const finished = (alerts.data ?? []).filter(({ endedAt }) => endedAt !== null);
  const retry = () => {
    void list.refetch();
    void alerts.refetch();
  };
  const isFull = messages.length >= EMERGENCY_LIMITS.messagesPerOwner;
  return (
    <>
      <PageHeader
        title="Emergency messages"
        note={messages.length > 0 ? formatCount(messages.length, 'message') : undefined}
        actions={
          messages.length > 0 && (
            <Button icon={<PlusIcon size={18} />} disabled={isFull} onClick={() => open('addMessage')}>
              New message
            </Button>
          )
        }
      />
      {alerts.isLoadingError && !list.isLoadingError && (
        <LoadFailure message={getErrorMessage(alerts.error)} onRetry={() => void alerts.refetch()} />
      )}
      <ActiveAlerts alerts={active} />
      {isFull && <NoteBox>You’ve reached the limit of {EMERGENCY_LIMITS.messagesPerOwner} messages. Delete one to add another.</NoteBox>}
      {list.isPending && <ListSkeleton view="List" />}
      {list.isLoadingError && <LoadFailure message={getErrorMessage(list.error)} onRetry={retry} />}
      {list.data?.length === 0 && <NoMessages onAdd={() => open('addMessage')} />}
      {messages.length > 0 && (
        <MessageList
          messages={messages}
          onRaise={(message) => open('raiseMessage', message._id)}
          onEdit={(message) => open('editMessage', message._id)}
          onDelete={(message) => open('deleteMessage', message._id)}
        />
      )}
      {messages.length > 0 && <PublicWarnings />}
      <AlertHistory alerts={finished} />
      <RaiseDialog isOpen={dialog === 'raiseMessage'} message={chosen} onClose={close} />
      <MessageFormDialog isOpen={dialog === 'addMessage'} onClose={close} />
      <MessageFormDialog isOpen={dialog === 'editMessage' && chosen !== undefined} message={chosen} onClose={close} />
      <DeleteMessageDialog isOpen={dialog === 'deleteMessage'} message={chosen} onClose={close} />
    </>
  );
}

const NoMessages = ({ onAdd }: { onAdd: () => void }) => (
  <EmptyState
    icon={<MegaphoneIcon size={26} />}
    title="No emergency messages yet"
    action={
      <Button kind="primary" icon={<PlusIcon size={18} />} onClick={onAdd}>
        New message
      </Button>
    }
  >
    Prepare what your screens show in an emergency, such as “Leave the building”. They store the messages, so that one appears within a
    moment when you raise it.
  </EmptyState>
);

interface DeleteMessageDialogProps {
  isOpen: boolean;
  onClose: () => void;
  message: EmergencyMessage | undefined;
}

function DeleteMessageDialog({ isOpen, onClose, message }: DeleteMessageDialogProps) {
  const remove = useDeleteMessage({
    onSuccess: () => void toast.success('Message deleted.'),
    onError: (error) => toast.error(getErrorMessage(error)),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      isOpen={isOpen && message !== undefined}
      onClose={onClose}
      onConfirm={() => message && remove.mutate(message._id)}
      title={`Delete “${message?.texts[0]?.title ?? ''}”?`}
      consequence="It can no longer be raised, and the screens delete it."
      confirmLabel="Delete message"
      isBusy={remove.isPending}
    />
  );
}
