import { QueryClient } from '@tanstack/react-query';
import { AppError } from './app-error.ts';

/** Only transient errors are retried. */
function isTransientError(error: Error): boolean {
  return !(error instanceof AppError) || error.code === 'NETWORK' || error.status >= 500;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // The browser's word on whether there is a network is not waited for: without an answer there is a message, never an endless spinner.
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 15_000,
      retry: (failures, error) => failures < 2 && isTransientError(error),
    },
    mutations: { networkMode: 'always' },
  },
});
