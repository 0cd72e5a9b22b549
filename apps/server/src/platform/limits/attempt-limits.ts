import type { RawBuilder } from 'kysely';
import type { Clock } from '../clock.ts';
import { autocommit, type Database, type Tx } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { hashToken } from '../security/tokens.ts';
import { type AttemptRow, decrementAttempts, incrementAttempts, refundAttempts, tryIncrementAttempts } from './attempt-counts.store.ts';
import { formatWait } from './format-wait.ts';

/** How often an action may be tried. The window starts with the first attempt and is not extended by later ones. */
export interface AttemptLimit {
  /** Counted action and account: `password <user id>`. */
  subject: string;
  limit: number;
  windowMs: number;
}

/** States the longest wait that may be necessary. */
const getRefusal = (allowances: readonly AttemptLimit[]): string =>
  `Too many attempts. Wait ${formatWait(Math.max(...allowances.map(({ windowMs }) => windowMs)) / 1000)} and try again.`;

const hashSubject = ({ subject }: AttemptLimit) => hashToken(subject).toString('base64url');
export const toAttemptRows = (allowances: readonly AttemptLimit[], now: Date): AttemptRow[] =>
  allowances.map((allowance) => ({
    key: hashSubject(allowance),
    limit: allowance.limit,
    endsAt: new Date(now.getTime() + allowance.windowMs),
  }));

/**
 * Counts these attempts in the caller's transaction, or refuses all of them. Concurrent callers with the same key wait for the transaction to end, so that a
 * hundred simultaneous attempts in any number of processes are counted one after the other.
 */
export async function consumeAttempts(tx: Tx, clock: Clock, allowances: AttemptLimit[], { amount = 1, refusal = '' } = {}): Promise<void> {
  const now = clock.now();
  const counts = await incrementAttempts(tx, toAttemptRows(allowances, now), amount, now);
  const isOver = allowances.some((allowance) => (counts.get(hashSubject(allowance)) ?? 0) > allowance.limit);
  if (isOver) throw new AppError('TOO_MANY_REQUESTS', refusal || getRefusal(allowances));
}

/** Counts these attempts in the caller's transaction. Returns how many of them the limit allows. */
export async function takeAttempts(tx: Tx, clock: Clock, allowance: AttemptLimit, amount: number): Promise<number> {
  const now = clock.now();
  const counts = await incrementAttempts(tx, toAttemptRows([allowance], now), amount, now);
  const before = (counts.get(hashSubject(allowance)) ?? amount) - amount;
  return Math.max(0, Math.min(amount, allowance.limit - before));
}

/**
 * Holds the count until the transaction ends, and refuses where it is used up; what it answers counts one that was wrong. For tries that are looked at
 * within the transaction, so that right ones never count, however many come at once.
 */
export async function lockAttemptCount(tx: Tx, clock: Clock, allowance: AttemptLimit): Promise<() => Promise<unknown>> {
  const now = clock.now();
  const rows = toAttemptRows([allowance], now);
  const counts = await incrementAttempts(tx, rows, 0, now);
  if ((counts.get(hashSubject(allowance)) ?? 0) >= allowance.limit) throw new AppError('TOO_MANY_REQUESTS', getRefusal([allowance]));
  return () => incrementAttempts(tx, rows, 1, now);
}

/** Errors that mean a guess was wrong or revealed that an address is registered. Other outcomes, such as a right password, do not count. */
const COUNTED = ['INCORRECT_PASSWORD', 'PASSWORD_CHANGE_ERROR', 'SECOND_FACTOR_INVALID', 'NO_USER_EXISTS', 'EMAIL_TAKEN'];

/** An attempt that was counted before it is made. Its count is taken back unless the attempt turns out to be wrong. */
export interface CountedAttempt {
  /** Common table expressions with which a statement of the caller takes the count back, if the condition holds. */
  refundIf(condition: RawBuilder<boolean>): RawBuilder<unknown>;
  /** Call after the statement has taken the count back. */
  markRefunded(): void;
}

export function createAttemptLimiter({ db, clock }: { db: Database; clock: Clock }) {
  /** Makes an attempt that the caller has counted for these limits, and takes the count back unless the attempt was wrong. */
  const makeAttempt = async <T>(allowances: readonly AttemptLimit[], attempt: (counted: CountedAttempt) => Promise<T>): Promise<T> => {
    const keys = allowances.map(hashSubject);
    let isRefunded = false;
    const refund = async () => void (isRefunded || (await decrementAttempts(autocommit(db), keys)));
    try {
      const result = await attempt({
        refundIf: (condition) => refundAttempts(keys, condition),
        markRefunded: () => void (isRefunded = true),
      });
      await refund();
      return result;
    } catch (error) {
      if (!(error instanceof AppError && COUNTED.includes(error.code))) await refund();
      throw error;
    }
  };

  return {
    makeAttempt,
    /** Counts the attempt before it is made, so that attempts beyond the limit cost no hash and reveal nothing. */
    async limitAttempts<T>(allowances: AttemptLimit[], attempt: () => Promise<T>, refusal?: string): Promise<T> {
      // Refused attempts are not counted, neither for this key nor for others.
      if (!(await tryIncrementAttempts(autocommit(db), toAttemptRows(allowances, clock.now()), clock.now())))
        throw new AppError('TOO_MANY_REQUESTS', refusal ?? getRefusal(allowances));
      return makeAttempt(allowances, attempt);
    },
  };
}
