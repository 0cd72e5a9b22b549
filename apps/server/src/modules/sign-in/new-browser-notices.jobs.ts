import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { tryIncrementAttempts } from '../../platform/limits/attempt-counts.store.ts';
import { toAttemptRows } from '../../platform/limits/attempt-limits.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import { createJobHandler, defineJob } from '../../platform/queue/job-type.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import type { accountsModule } from '../accounts/index.ts';
import type { ModuleApi } from '../define-module.ts';
import { newBrowserMail } from './sign-in-mails.presenter.ts';

/** Browsers that delete their cookies are new at every sign-in. Their owner still finds all sign-ins under Recent activity. */
const MAX_MAILS_PER_DAY = 5;
const DAY_MS = 86_400_000;

/** Job that the statement of a sign-in in a new browser adds. */
export const newBrowserNoticeJob = defineJob(
  'signIn.newBrowser',
  z.object({ userId: z.uuid(), userAgent: z.string(), address: z.string(), at: z.iso.datetime() }),
);

interface Deps {
  db: Database;
  queue: Queue;
  accounts: Pick<ModuleApi<typeof accountsModule>, 'loadUser'>;
}

/** Emails owners about sign-ins in new browsers, up to a number per day. */
export const createNewBrowserNoticeHandler = ({ db, queue, accounts }: Deps) =>
  createJobHandler(newBrowserNoticeJob, async ({ userId, userAgent, address, at: signedInAt }, { id }) => {
    const user = await accounts.loadUser(db, userId);
    if (!user) return;
    const at = new Date(signedInAt);
    const limit = { subject: `new browser mails ${userId}`, limit: MAX_MAILS_PER_DAY, windowMs: DAY_MS };
    await db.transaction().execute(async (tx) => {
      if (!(await tryIncrementAttempts(tx, toAttemptRows([limit], at), at))) return;
      await queue.add(tx, mailJob, newBrowserMail(user, { userAgent, address, at }), { key: `new browser ${id}` });
    });
  });
