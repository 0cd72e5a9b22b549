export type MessageState = 'new' | 'answered';

export interface MessagesSearch {
  state?: MessageState;
}
