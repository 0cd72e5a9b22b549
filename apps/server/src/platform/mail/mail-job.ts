import { type PlatformTag, platformTag } from '@vitrine/contract';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { createJobHandler, defineJob } from '../queue/job-type.ts';
import { applyBrand } from './brand.ts';
import { recordMailFailed, recordMailSent } from './mail-status.ts';
import type { Mailer } from './mailer.ts';

/**
 * Emails are sent by a job if and only if its transaction committed. An interrupted job runs again: its email carries the job's id, by which mail servers and
 * clients recognize a duplicate.
 */
export const mailJob = defineJob(
  'mail.send',
  z.object({
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    replyTo: z.string().optional(),
    stopUrl: z.string().optional(),
    platform: platformTag.optional(),
  }),
);

interface Deps {
  db: Database;
  log: Logger;
  /** Returns the platform of the account with this address; the main platform without an account. */
  platformOf: (email: string) => Promise<PlatformTag>;
}

export const createMailHandler = (mailer: Mailer, { db, log, platformOf }: Deps) => {
  // The outcome is for the system page. An email that was sent is not sent again because its outcome could not be recorded.
  const storeResult = (writing: Promise<unknown>) => writing.catch((error) => log.warn({ err: error }, 'could not save the email status'));
  return createJobHandler(mailJob, async (mail, { id }) => {
    try {
      await mailer.send(applyBrand(mail, mail.platform ?? (await platformOf(mail.to))), id);
    } catch (error) {
      await storeResult(recordMailFailed(db, error));
      throw error;
    }
    await storeResult(recordMailSent(db));
  });
};
