import { createHash } from 'node:crypto';
import { AppError } from '../../platform/errors.ts';
import type { AttemptLimit } from '../../platform/limits/attempt-limits.ts';
import { ToolError } from '../../platform/media-tools/tool-child.ts';
import { FetchError } from '../../platform/sources/fetch-error.ts';

const MINUTE_MS = 60_000;
/** Longest wait after failures, unless the interval of the feed is longer. */
const MAX_BACKOFF_MS = 30 * MINUTE_MS;
/** Maximum random addition to the wait, as a share of it, so that feeds which were created together are fetched apart. */
const JITTER = 0.1;
const MAX_LENGTH = 300;
const HOUR_MS = 60 * MINUTE_MS;

/** Alerts of feeds that are requested for an account in an hour. */
export const getEntryLimit = (userId: string): AttemptLimit => ({ subject: `cap entries ${userId}`, limit: 3000, windowMs: HOUR_MS });
/** Feeds of an account that are added or changed in an hour. Each of them is fetched at once. */
export const getChangeLimit = (userId: string): AttemptLimit => ({ subject: `cap feed changes ${userId}`, limit: 60, windowMs: HOUR_MS });

export const ENTRY_LIMIT_PROBLEM = 'Your feeds list more than 3,000 alerts in an hour. The other alerts will be read later.';
export const CHANGE_REFUSAL = 'You’ve added or changed feeds too often. Wait an hour and try again.';

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
  const isRefused =
    error instanceof AppError && ['CAP_INVALID', 'CAP_SIGNATURE_INVALID', 'INVALID', 'TOO_MANY_REQUESTS'].includes(error.code);
  return isRefused ? { message: error.message.slice(0, MAX_LENGTH), isFinal: true } : undefined;
}

export const SERVER_PROBLEM = 'The alerts couldn’t be processed because of an error on our side. We’ve logged it and will try again.';

export const GIVEN_UP_PROBLEM =
  'An alert couldn’t be shown because of an error on our side. We’ve logged it. Check the authority’s site, and raise a message yourself if necessary.';
