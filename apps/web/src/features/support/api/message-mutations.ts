import { type After, useChange } from '../../../lib/use-change.ts';
import { messageKeys } from '../message-keys.ts';
import { answerMessage, exportMessages } from './messages.ts';

interface Answer {
  id: string;
  replyText?: string;
}

/** Somebody else may have been quicker: then the list is old, too. */
export const useAnswerMessage = (after: After<Answer, { message?: string }>) =>
  useChange({ change: ({ id, replyText }: Answer) => answerMessage(id, replyText), stale: [messageKeys.all], isStaleOnError: true }, after);

export const useExportMessages = (after: After<'new' | 'answered', void>) => useChange({ change: exportMessages, stale: [] }, after);
