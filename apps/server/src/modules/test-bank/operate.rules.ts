import { createHash } from 'node:crypto';
import { CardError } from '../../platform/cards/cards.ts';
import { advance } from './advancing.rules.ts';
import { type Account, forgetOld, type KeptAnswer } from './bank-account.ts';
import { type BankEventBody, type Book, Declined } from './book.ts';

export interface Outcome<Answer> {
  account: Account;
  events: BankEventBody[];
  result: { answer: Answer } | { refused: CardError };
}

/**
 * One operation on an account at an instant: what was due before is done first. The account that was given is left as it was; the one that
 * is answered is to be kept, also when the card was declined. Anything else that is refused throws, and nothing is to be kept.
 */
export function operate<Answer>(before: Account, now: number, act: (book: Book) => Answer): Outcome<Answer> {
  // A copy as it is stored, which is faster than a structured clone.
  const book: Book = { account: JSON.parse(JSON.stringify(before)) as Account, now, events: [] };
  advance(book);
  const result = attempt(() => act(book));
  forgetOld(book.account);
  return { account: book.account, events: book.events, result };
}

function attempt<Answer>(act: () => Answer): Outcome<Answer>['result'] {
  try {
    return { answer: act() };
  } catch (error) {
    if (error instanceof Declined) return { refused: error };
    throw error;
  }
}

/** With a key that was used before nothing is done, and answered what was answered then, a refusal too. */
export function once<Answer>(book: Book, key: string, request: unknown, act: () => Answer): Answer {
  const { answers } = book.account;
  const digest = createHash('sha256').update(JSON.stringify(request)).digest('base64url');
  const kept = answers.find((answer) => answer.key === key);
  if (kept && kept.digest !== digest)
    throw new CardError(
      'idempotency_error',
      'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    );
  if (kept) return repeat<Answer>(kept);
  const result = attempt(act);
  // The answer as it was, whatever becomes of its object later.
  answers.push({ key, digest, result: 'refused' in result ? { refused: textsOf(result.refused) } : structuredClone(result) });
  if ('refused' in result) throw result.refused;
  return result.answer;
}

const textsOf = ({ code, message, declineCode }: CardError) => ({ code, message, declineCode });

function repeat<Answer>({ result }: KeptAnswer): Answer {
  if ('answer' in result) return result.answer as Answer;
  const { code, message, declineCode } = result.refused;
  throw new Declined(code, message, declineCode);
}
