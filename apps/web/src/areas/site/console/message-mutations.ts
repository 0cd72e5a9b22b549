import type { MessageResponse } from '../../../lib/api-client.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { messageKeys } from './message-keys.ts';
import { answerMessage, exportMessages } from './messages.ts';

interface MessageReply {
  id: string;
  replyText?: string;
}

/** Somebody else may have been quicker: then the list is old, too. */
export const useAnswerMessage = (after: MutationCallbacks<MessageReply, MessageResponse>) =>
  useApiMutation(
    { change: ({ id, replyText }: MessageReply) => answerMessage(id, replyText), stale: [messageKeys.all], isStaleOnError: true },
    after,
  );

export const useExportMessages = (after: MutationCallbacks<'new' | 'answered', void>) =>
  useApiMutation({ change: exportMessages, stale: [] }, after);
