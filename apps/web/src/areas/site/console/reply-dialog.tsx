import { zodResolver } from '@hookform/resolvers/zod';
import { type ContactMessage, contactReplyForm } from '@vitrine/contract/contacts';
import { useForm } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useAnswerMessage } from './message-mutations.ts';

/** The answer to one message, sent by email. */
export function ReplyDialog({ message, onClose }: { message: ContactMessage | undefined; onClose: () => void }) {
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
