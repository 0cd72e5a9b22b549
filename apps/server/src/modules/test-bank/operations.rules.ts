import { createHash } from 'node:crypto';
import { CardError } from '../../platform/cards/cards.ts';
import { type Account, pruneAccount, type StoredIdempotentResult } from './bank-account.ts';
import { runDueActions } from './due-actions.rules.ts';
import { type BankEventBody, DeclinedError, type OperationContext } from './operation-context.ts';

export interface OperationOutcome<Answer> {
  account: Account;
  events: BankEventBody[];
  result: { answer: Answer } | { refused: CardError };
}

/**
 * Runs one operation on an account at an instant, after everything that was due before. The given account is not changed; the returned one must be stored,
 * also after a declined card. Any other refusal throws, and nothing is stored.
 */
export function runOperation<Answer>(before: Account, now: number, act: (book: OperationContext) => Answer): OperationOutcome<Answer> {
  // A copy as it is stored, which is faster than a structured clone.
  const book: OperationContext = { account: JSON.parse(JSON.stringify(before)) as Account, now, events: [] };
  runDueActions(book);
  const result = captureDecline(() => act(book));
  pruneAccount(book.account);
  return { account: book.account, events: book.events, result };
}

function captureDecline<Answer>(act: () => Answer): OperationOutcome<Answer>['result'] {
  try {
    return { answer: act() };
  } catch (error) {
    if (error instanceof DeclinedError) return { refused: error };
    throw error;
  }
}

/** Runs the operation once per key. A key that was used before returns the earlier response, also a refusal. */
export function runOnce<Answer>(book: OperationContext, key: string, request: unknown, act: () => Answer): Answer {
  const { answers } = book.account;
  const digest = createHash('sha256').update(JSON.stringify(request)).digest('base64url');
  const kept = answers.find((answer) => answer.key === key);
  if (kept && kept.digest !== digest)
    throw new CardError(
      'idempotency_error',
      'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    );
  if (kept) return replayResult<Answer>(kept);
  const result = captureDecline(act);
  // A copy of the response, which later changes to the object do not affect.
  answers.push({ key, digest, result: 'refused' in result ? { refused: toStoredRefusal(result.refused) } : structuredClone(result) });
  if ('refused' in result) throw result.refused;
  return result.answer;
}

const toStoredRefusal = ({ code, message, declineCode }: CardError) => ({ code, message, declineCode });

function replayResult<Answer>({ result }: StoredIdempotentResult): Answer {
  if ('answer' in result) return result.answer as Answer;
  const { code, message, declineCode } = result.refused;
  throw new DeclinedError(code, message, declineCode);
}
