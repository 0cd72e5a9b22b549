import { sql } from 'kysely';
import type { Database, Db } from '../database/database.ts';

const ERROR_LENGTH = 500;

const write = (db: Database, now: { sent_at: Date } | { failed_at: Date; error: string }) =>
  db
    .insertInto('mail_state')
    .values(now)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(now))
    .execute();

/** Records the time of the last sent email for the console. */
export const recordMailSent = (db: Database) => write(db, { sent_at: new Date() });

/** Records the time and error of the last failed email. */
export const recordMailFailed = (db: Database, error: unknown) =>
  write(db, { failed_at: new Date(), error: (error instanceof Error ? error.message : String(error)).slice(0, ERROR_LENGTH) });

export interface MailStatus {
  sent_at: Date | null;
  failed_at: Date | null;
  error: string | null;
}

/** Returns nulls when no email was sent or failed yet. */
export const findMailStatus = async (db: Db): Promise<MailStatus> =>
  (await sql<MailStatus>`select sent_at, failed_at, error from mail_state`.execute(db)).rows[0] ?? {
    sent_at: null,
    failed_at: null,
    error: null,
  };
