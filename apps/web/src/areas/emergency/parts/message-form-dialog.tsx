import { useQuery } from '@tanstack/react-query';
import type { EmergencyMessage } from '@vitrine/contract/emergency';
import { type FormEvent, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { deviceNamesOptions, useSaveMessage } from '../api/emergency.ts';
import { EMPTY_DRAFT, findDraftErrors, type MessageDraft, toContent, toDraft } from '../message-draft.ts';
import { MessageFields } from './message-fields.tsx';

interface MessageFormDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The message to edit; undefined for a new one. */
  message?: EmergencyMessage | undefined;
}

/** Prepares a message or edits one. */
export const MessageFormDialog = (props: MessageFormDialogProps) => (
  <MessageForm key={props.isOpen ? (props.message?._id ?? 'new') : 'closed'} {...props} />
);

function MessageForm({ isOpen, onClose, message }: MessageFormDialogProps) {
  const deviceIds = [...new Set([...(message?.deviceIds ?? []), ...(message?.key?.deviceIds ?? [])])];
  const names = useQuery({ ...deviceNamesOptions(deviceIds), enabled: isOpen && deviceIds.length > 0 });
  const [edited, setEdited] = useState<MessageDraft>();
  const [isTried, setTried] = useState(false);
  const save = useSaveMessage({
    onSuccess: () => {
      toast.success('Message saved. Your screens store it now.');
      onClose();
    },
  });
  const draft = edited ?? (message ? toDraft(message, names.data ?? []) : EMPTY_DRAFT);
  const errors = findDraftErrors(draft);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (errors.size === 0) return save.mutate({ messageId: message?._id, content: toContent(draft) });
    const form = event.currentTarget;
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={message ? 'Edit message' : 'New message'}
      size="medium"
      submitLabel={message ? 'Save' : 'Save message'}
      isSubmitting={save.isPending}
      isSubmitDisabled={names.isLoading}
      failure={save.error ? getErrorMessage(save.error) : undefined}
      onSubmit={submit}
    >
      {names.isLoadingError ? (
        <LoadFailure message={getErrorMessage(names.error)} onRetry={() => void names.refetch()} />
      ) : names.isLoading ? (
        <Skeleton style={{ height: 280 }} />
      ) : (
        <MessageFields draft={draft} onChange={setEdited} errors={isTried ? errors : NO_ERRORS} />
      )}
    </FormDialog>
  );
}

const NO_ERRORS: ReadonlyMap<string, string> = new Map();
