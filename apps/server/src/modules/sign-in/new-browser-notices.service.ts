import type { User } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { tryIncrementAttempts } from '../../platform/limits/attempt-counts.store.ts';
import { toAttemptRows } from '../../platform/limits/attempt-limits.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { newBrowserMail } from './sign-in-mails.presenter.ts';

/** Browsers that delete their cookies are new at every sign-in. Their owner still finds all sign-ins under Recent activity. */
const MAX_MAILS_PER_DAY = 5;
const DAY_MS = 86_400_000;

interface Deps {
  db: Database;
  clock: Clock;
  queue: Queue;
}

/** Emails owners about sign-ins in new browsers. */
export const createNewBrowserNotices = ({ db, clock, queue }: Deps) => ({
  send: (user: User, { userAgent, address }: { userAgent: string; address: string }): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const at = clock.now();
      const limit = { subject: `new browser mails ${user._id}`, limit: MAX_MAILS_PER_DAY, windowMs: DAY_MS };
      if (!(await tryIncrementAttempts(tx, toAttemptRows([limit], at), at))) return;
      await queue.add(tx, mailJob, newBrowserMail(user, { userAgent, address, at }));
    }),
});

export type NewBrowserNotices = ReturnType<typeof createNewBrowserNotices>;
