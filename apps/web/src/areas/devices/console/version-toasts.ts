import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import type { MessageResponse } from '../../../lib/api-client.ts';
import { AppError, getErrorMessage } from '../../../lib/app-error.ts';
import { toast } from '../../../ui/toast-store.ts';

/** On this page messages close sooner (specification 3 §9). */
const VERSION_TOAST_MS = 5000;

/** The refusal to change another platform's version has its own text (specification 3 §8). */
export const getVersionRefusal = (error: Error): string =>
  error instanceof AppError && error.status === 404 ? BUSINESS_MESSAGES.versionNotAuthorized : getErrorMessage(error);

export function toastDone({ message }: MessageResponse): void {
  if (message) closeToastEarly(toast.success(message), VERSION_TOAST_MS);
}
/** For changes that say nothing else. */
export const versionToasts = {
  onSuccess: toastDone,
  onError: (error: Error) => closeToastEarly(toast.error(getVersionRefusal(error)), VERSION_TOAST_MS),
};

/** Closes a message before its usual time, unless the pointer or the focus rests on the messages then: it closes as usual after they have left. */
function closeToastEarly(id: number, afterMs: number): void {
  setTimeout(() => {
    if (!document.querySelector('[aria-label="Messages"]:is(:hover, :focus-within)')) toast.close(id);
  }, afterMs);
}
