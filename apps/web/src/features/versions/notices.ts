import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import { AppError, messageOf } from '../../lib/app-error.ts';
import { closeSooner } from '../../ui/close-sooner.ts';
import { toast } from '../../ui/toast-store.ts';

/** On this page messages close sooner (specification 3 §9). */
const NOTICE_MS = 5000;

/** What is not theirs to change has words of its own (specification 3 §8). */
export const refusalOf = (error: Error): string =>
  error instanceof AppError && error.status === 404 ? BUSINESS_MESSAGES.versionNotAuthorized : messageOf(error);

export function noteDone({ message }: { message?: string }): void {
  if (message) closeSooner(toast.success(message), NOTICE_MS);
}
/** For changes that say nothing else. */
export const said = { onSuccess: noteDone, onError: (error: Error) => closeSooner(toast.error(refusalOf(error)), NOTICE_MS) };
