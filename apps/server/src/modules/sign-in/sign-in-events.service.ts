import { type ErrorCode, type SignInEvent, type SignInEventKind, signInEventKind, signInMethod } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Person } from '../access/index.ts';
import type { Visitor } from './sessions.service.ts';
import { countRefusedSignIn, listSignInEvents } from './sign-in-events.store.ts';

/** Errors after which a refused sign-in is recorded. Others, such as an address without an account, concern no owner. */
const KIND_BY_ERROR: Partial<Record<ErrorCode, SignInEventKind>> = {
  INCORRECT_PASSWORD: 'refused',
  SECOND_FACTOR_INVALID: 'refused',
  SECOND_FACTOR_REQUIRED: 'codeMissing',
};

/** Records refused sign-ins, and lists them with the successful ones for the owner of the account. */
export function createSignInEventsService({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /** Records why a sign-in was refused. */
    async recordRefusal(email: string, { address, userAgent }: Visitor, error: unknown): Promise<void> {
      const kind = error instanceof AppError ? KIND_BY_ERROR[error.code] : undefined;
      if (kind) await countRefusedSignIn(autocommit(db), email, { address, userAgent, kind, at: clock.now() });
    },

    /** Lists the newest events of the own account. */
    async list(actor: Person): Promise<SignInEvent[]> {
      const rows = await listSignInEvents(db, actor.userId);
      return rows.map((row) => ({
        _id: row.id,
        kind: signInEventKind.parse(row.kind),
        method: signInMethod.nullable().parse(row.method),
        address: row.address,
        userAgent: row.user_agent,
        at: row.at.toISOString(),
        count: row.count,
      }));
    },
  };
}

export type SignInEventsService = ReturnType<typeof createSignInEventsService>;
