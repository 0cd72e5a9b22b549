import { AppError } from './app-error.ts';

/** A no that stays one, such as of what is gone, no longer shared or no longer for sale; not a server that fails or is asked too often. */
const isRefusal = (error: Error | null) =>
  error instanceof AppError && error.status >= 400 && error.status < 500 && error.code !== 'TOO_MANY_REQUESTS';

/** Why the one thing a query asks for cannot be shown: it could not be loaded, or is refused since. Another failed refetch takes nothing away. */
export const getLoadFailure = ({ error, isLoadingError }: { error: Error | null; isLoadingError: boolean }): Error | null =>
  isLoadingError || isRefusal(error) ? error : null;
