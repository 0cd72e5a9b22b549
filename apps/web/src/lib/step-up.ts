/** Confirmation of the session with the second factor, which a sensitive operation may need before it is repeated. */
type Answer = (isConfirmed: boolean) => void;

let waiting: Answer[] = [];
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

/** Asks the user for a code. Resolves to false when the user cancels, or where no page can ask. Requests at the same time share one question. */
export function requestStepUp(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  return new Promise((resolve) => {
    waiting.push(resolve);
    notify();
  });
}

/** Store for the dialog that asks. */
export const stepUpRequests = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) stepUpRequests.answer(false);
    };
  },
  isWaiting: (): boolean => waiting.length > 0,
  answer(isConfirmed: boolean): void {
    const answered = waiting;
    waiting = [];
    notify();
    for (const resolve of answered) resolve(isConfirmed);
  },
};
