import type { SearchSchemaInput } from '@tanstack/react-router';

export type MessageState = 'new' | 'answered';

/** Which messages are listed: those that wait, unless it says otherwise. */
export const messagesSearch = (raw: { state?: MessageState } & SearchSchemaInput): { state?: MessageState } => ({
  state: raw.state === 'answered' ? 'answered' : undefined,
});
