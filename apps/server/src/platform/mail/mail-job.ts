import { z } from 'zod';
import { handle, jobType } from '../queue/job-type.ts';
import type { Mailer } from './mailer.ts';

/**
 * Mail is sent by a job: if and only if its transaction was committed. A job that was cut off runs again: its mail carries the job's id, by
 * which mail servers and programs know that it is the same one.
 */
export const mailJob = jobType(
  'mail.send',
  z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string(), replyTo: z.string().optional() }),
);

export const createMailHandler = (mailer: Mailer) => handle(mailJob, (mail, { id }) => mailer.send(mail, id));
