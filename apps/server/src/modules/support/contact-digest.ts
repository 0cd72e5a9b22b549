import { z } from 'zod';
import type { Database, Tx } from '../../platform/database/database.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import { createJobHandler, defineJob } from '../../platform/queue/job-type.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { digestMail } from './support.presenter.ts';
import { countUnannounced, listAdministrators, listUnannounced } from './support.read-model.ts';
import { lockDigest, markAnnounced } from './support.store.ts';

/** Maximum number of messages quoted in a digest. The console lists all messages. */
const QUOTED = 10;

const digestJob = defineJob('support.digest', z.object({}));

interface ContactDigestDeps {
  db: Database;
  queue: Queue;
  publicUrl: string;
}

/**
 * Notifies administrators of new contact messages: of the first one immediately, and of later ones in an hourly digest. Regardless of the number of
 * messages, each administrator receives at most 24 emails a day.
 */
export function createContactDigest({ db, queue, publicUrl }: ContactDigestDeps) {
  const schedule = async (tx: Tx): Promise<void> => {
    const { dueAt } = await lockDigest(tx);
    await queue.add(tx, digestJob, {}, { key: 'contact digest', runAt: dueAt });
  };

  const send = async (tx: Tx): Promise<void> => {
    const { isDue } = await lockDigest(tx);
    if (!isDue) return schedule(tx);
    const [messages, count] = [await listUnannounced(tx, QUOTED), await countUnannounced(tx)];
    await markAnnounced(tx);
    if (messages.length === 0) return;
    for (const administrator of await listAdministrators(tx))
      await queue.add(tx, mailJob, digestMail(administrator, messages, count, `${publicUrl}/admin/messages`));
  };

  return { schedule, job: createJobHandler(digestJob, () => db.transaction().execute(send)) };
}

export type ContactDigest = ReturnType<typeof createContactDigest>;
