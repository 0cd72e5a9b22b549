import { useQueryClient } from '@tanstack/react-query';
import { AppError } from '../../lib/app-error.ts';
import { toast } from '../../ui/toast-store.ts';

export const PRICE_CHANGED_MESSAGE = 'The price has changed. Check the new total, then pay again.';

/** Returns a function that loads the new prices after a refusal because of a changed price. Forms then show the new total and ask again. */
export function usePriceRefresh(queryKey: readonly string[]): (error: unknown) => Promise<void> {
  const client = useQueryClient();
  return async (error) => {
    if (!(error instanceof AppError) || (error.code !== 'AMOUNT_DIFFERS' && error.code !== 'ITEM_GONE')) return;
    await client.invalidateQueries({ queryKey });
    // The form is mounted again with the new total, so the message is a toast.
    toast.warning(error.code === 'AMOUNT_DIFFERS' ? PRICE_CHANGED_MESSAGE : error.message);
  };
}
