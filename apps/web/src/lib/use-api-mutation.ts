import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { captureToasts, toast } from '../ui/toast-store.ts';
import type { MessageResponse } from './api-client.ts';
import { getErrorMessage } from './app-error.ts';

/** Callbacks that a caller adds to a mutation, such as messages and dialogs. `refreshed` resolves once the invalidated queries were refetched. */
export interface MutationCallbacks<Input, Result> {
  onSuccess?: (result: Result, input: Input, refreshed: Promise<unknown>) => unknown;
  onError?: (error: Error, input: Input) => unknown;
  onSettled?: () => unknown;
}

/** Shows the server's message, or the error. */
export const messageToasts = {
  onSuccess: ({ message }: MessageResponse) => void (message && toast.success(message)),
  onError: (error: Error) => toast.error(getErrorMessage(error)),
};

interface ApiMutation<Input, Result> {
  mutate: (input: Input) => Promise<Result>;
  /** Keys of the queries to refetch afterwards. */
  invalidates: readonly QueryKey[] | ((input: Input) => readonly QueryKey[]);
  /** Mutations with the same key run one after another, so that the last change wins. */
  serialKey?: string;
  /** For changes in several requests, of which some may have succeeded before the error. */
  invalidatesOnError?: boolean;
}

/** A mutation with its invalidations, which also run after the caller's component was unmounted. Its error message disappears on the next attempt. */
export function useApiMutation<Input, Result>(
  { mutate, invalidates, serialKey, invalidatesOnError = false }: ApiMutation<Input, Result>,
  after?: MutationCallbacks<Input, Result>,
) {
  const client = useQueryClient();
  const failures = useRef<number[]>([]);
  const refresh = (input: Input) => {
    const keys = typeof invalidates === 'function' ? invalidates(input) : invalidates;
    return Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
  return useMutation({
    mutationFn: mutate,
    scope: serialKey === undefined ? undefined : { id: serialKey },
    onMutate: () => {
      for (const id of failures.current) toast.close(id);
      failures.current = [];
    },
    onSuccess: (result, input) => {
      const refreshed = refresh(input);
      return after?.onSuccess?.(result, input, refreshed);
    },
    onError: (error, input) => {
      if (invalidatesOnError) void refresh(input);
      let answer: unknown;
      failures.current.push(...captureToasts(() => (answer = after?.onError?.(error, input))));
      return answer;
    },
    onSettled: () => after?.onSettled?.(),
  });
}
