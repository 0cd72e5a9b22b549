import { type PlatformTag, platformTag } from '@vitrine/contract';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { createJobHandler, defineJob } from '../queue/job-type.ts';
import { applyBrand } from './brand.ts';
import { recordMailFailed, recordMailSent } from './mail-status.ts';
import type { Mailer } from './mailer.ts';

/**
 * Mail is sent by a job: if and only if its transaction was committed. A job that was cut off runs again: its mail carries the job's id, by
 * which mail servers and programs know that it is the same one.
 */
export const mailJob = defineJob(
  'mail.send',
  z.object({
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    replyTo: z.string().optional(),
    platform: platformTag.optional(),
  }),
);

interface Deps {
  db: Database;
  log: Logger;
  /** In whose house somebody with this address is; in ours without an account. */
  platformOf: (email: string) => Promise<PlatformTag>;
}

export const createMailHandler = (mailer: Mailer, { db, log, platformOf }: Deps) => {
  // What became of it is for the system page: a mail that went out is not sent again because that could not be written.
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
