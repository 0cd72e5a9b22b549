import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { captureToasts, toast } from '../ui/toast-store.ts';
import type { MessageResponse } from './api-client.ts';
import { getErrorMessage } from './app-error.ts';

/** What one caller adds to a mutation: its message, its dialog. `refreshed` resolves once the stale queries have their new answers. */
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
  change: (input: Input) => Promise<Result>;
  /** The queries whose answers are old afterwards. */
  stale: readonly QueryKey[] | ((input: Input) => readonly QueryKey[]);
  /** Changes of one name follow each other: the last that was made is the last that is sent. */
  inTurn?: string;
  /** A change in several calls may have happened in part. */
  isStaleOnError?: boolean;
}

/** A mutation together with its invalidations. They run however the caller ends, also when its component is gone by then. What it said of a failure goes as soon as it is tried again. */
export function useApiMutation<Input, Result>(
  { change, stale, inTurn, isStaleOnError = false }: ApiMutation<Input, Result>,
  after?: MutationCallbacks<Input, Result>,
) {
  const client = useQueryClient();
  const failures = useRef<number[]>([]);
  const refresh = (input: Input) => {
    const keys = typeof stale === 'function' ? stale(input) : stale;
    return Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
  return useMutation({
    mutationFn: change,
    scope: inTurn === undefined ? undefined : { id: inTurn },
    onMutate: () => {
      for (const id of failures.current) toast.close(id);
      failures.current = [];
    },
    onSuccess: (result, input) => {
      const refreshed = refresh(input);
      return after?.onSuccess?.(result, input, refreshed);
    },
    onError: (error, input) => {
      if (isStaleOnError) void refresh(input);
      let answer: unknown;
      failures.current.push(...captureToasts(() => (answer = after?.onError?.(error, input))));
      return answer;
    },
    onSettled: () => after?.onSettled?.(),
  });
}
