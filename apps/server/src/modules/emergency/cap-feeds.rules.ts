import { createHash } from 'node:crypto';
import { AppError } from '../../platform/errors.ts';
import { ToolError } from '../../platform/media-tools/tool-child.ts';
import { FetchError } from '../../platform/sources/fetch-error.ts';

const MINUTE_MS = 60_000;
/** Longest wait after failures, unless the interval of the feed is longer. */
const MAX_BACKOFF_MS = 30 * MINUTE_MS;
/** Maximum random addition to the wait, as a share of it, so that feeds which were created together are fetched apart. */
const JITTER = 0.1;
const MAX_LENGTH = 300;

/** Returns the time until the next fetch of a feed, in milliseconds. `random` is between 0 and 1. */
export function getFeedDelay(intervalMinutes: number, failures: number, random: number): number {
  const interval = intervalMinutes * MINUTE_MS;
  const backoff = failures === 0 ? 0 : Math.min(MAX_BACKOFF_MS, interval * 2 ** Math.min(failures - 1, 10));
  return Math.round(Math.max(interval, backoff) * (1 + JITTER * random));
}

/** Returns the digest that identifies an entry of a feed, in hexadecimal. An entry that was updated has another one. */
export const getEntryDigest = ({ address, updated }: { address: string; updated: string }): string =>
  createHash('sha256').update(`${address}\n${updated}`).digest('hex');

/** Returns the digest that identifies an alert at the address of a feed, in hexadecimal. */
export const getAlertDigest = ({ sender, identifier, sent }: { sender: string; identifier: string; sent: number }): string =>
  getEntryDigest({ address: `${sender}\n${identifier}`, updated: String(sent) });

export interface Problem {
  message: string;
  /** Whether another attempt would have the same result. */
  isFinal: boolean;
}

/** Returns what the owner reads when a feed or an alert could not be read; undefined when the error is a fault of this server. */
export function describeProblem(error: unknown): Problem | undefined {
  if (error instanceof ToolError) return { message: 'The data at this address can’t be read. Check the address.', isFinal: true };
  if (error instanceof FetchError) return { message: error.message.slice(0, MAX_LENGTH), isFinal: error.code === 'tooLarge' };
  const isRefused = error instanceof AppError && ['CAP_INVALID', 'CAP_SIGNATURE_INVALID', 'INVALID'].includes(error.code);
  return isRefused ? { message: error.message.slice(0, MAX_LENGTH), isFinal: true } : undefined;
}

export const SERVER_PROBLEM = 'The alerts couldn’t be processed because of an error on our side. We’ve logged it and will try again.';

export const GIVEN_UP_PROBLEM =
  'An alert couldn’t be shown because of an error on our side. We’ve logged it. Check the authority’s site, and raise a message yourself if necessary.';
