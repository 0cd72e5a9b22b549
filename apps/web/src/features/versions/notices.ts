import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import { AppError, messageOf } from '../../lib/app-error.ts';
import { toast } from '../../ui/toast-store.ts';

/** On this page messages close sooner (specification 3 §9). */
const NOTICE_MS = 5000;

/** What is not theirs to change has words of its own (specification 3 §8). */
export const refusalOf = (error: Error): string =>
  error instanceof AppError && error.status === 404 ? BUSINESS_MESSAGES.versionNotAuthorized : messageOf(error);

export const noteDone = ({ message }: { message?: string }): void => void (message && toast.success(message, { ms: NOTICE_MS }));
export const noteFailure = (message: string): void => void toast.error(message, undefined, undefined, NOTICE_MS);
/** For changes that say nothing else. */
export const said = { onSuccess: noteDone, onError: (error: Error) => noteFailure(refusalOf(error)) };
