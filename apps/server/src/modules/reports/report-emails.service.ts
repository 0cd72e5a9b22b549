import type { ReportEmails } from '@vitrine/contract';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import { createJobHandler, defineJob, PRIORITY } from '../../platform/queue/job-type.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { createToken } from '../../platform/security/tokens.ts';
import type { Person } from '../access/index.ts';
import { authorizeCreate, authorizeList, findOwnOrganisation, listOrganisationIds, type OwnerScope } from '../organisations/index.ts';
import { listItemNames, listManyGroups, sumPlays } from './plays-report.read-model.ts';
import { chooseSources, readReportHead } from './plays-report.service.ts';
import {
  deleteReportEmails,
  type EmailScope,
  findReader,
  findReportEmails,
  getEmailJobKey,
  listDueEmails,
  markEmailSent,
  upsertReportEmails,
} from './report-emails.store.ts';
import { type ReportSummary, reportMail } from './report-mails.presenter.ts';
import { getLastPeriod, type ReportPeriod } from './report-periods.rules.ts';
import type { ReportQueries } from './report-queries.service.ts';
import { listWeakestScreens } from './screens-report.read-model.ts';
import { addConditions, presentCondition, readDays } from './screens-report.service.ts';

const EMAILS_AT_ONCE = 500;
const TOP_ITEMS = 10;
const WEAK_SCREENS = 5;

const reportEmailJob = defineJob(
  'reports.email',
  z.object({
    userId: z.uuid(),
    orgId: z.uuid().nullable(),
    interval: z.enum(['weekly', 'monthly']),
    from: z.iso.date(),
    to: z.iso.date(),
  }),
  { lane: 'idle', priority: PRIORITY.background },
);

interface Deps {
  db: Database;
  clock: Clock;
  queue: Queue;
  publicUrl: string;
  runQuery: ReportQueries;
}

interface Owner {
  userId?: string | undefined;
  orgId?: string | undefined;
}

export function createReportEmailsService({ db, clock, queue, publicUrl, runQuery }: Deps) {
  const present = async (on: Tx | Database, scope: EmailScope): Promise<ReportEmails> => {
    const reader = await findReader(on, scope.userId);
    if (!reader) throw new AppError('NOT_FOUND');
    const { weekly = false, monthly = false } = (await findReportEmails(on, scope)) ?? {};
    return { weekly, monthly, email: reader.email };
  };

  /** Returns the owner whose screens the report of an account covers; undefined when the account no longer belongs to the family. */
  const findScope = async ({ userId, orgId }: EmailScope): Promise<OwnerScope | undefined> => {
    if (orgId === null || (await findOwnOrganisation(db, userId)) === orgId) return { userId };
    return (await listOrganisationIds(db, userId)).includes(orgId) ? { userId, orgId } : undefined;
  };

  const summarize = (userId: string, whose: OwnerScope, period: ReportPeriod): Promise<ReportSummary> =>
    runQuery({ accountId: userId, kind: 'email' }, async (tx) => {
      const scope = { whose };
      const { scopes, head } = await readReportHead(tx, scope);
      const sources = chooseSources(scopes, scope);
      const top = await listManyGroups(tx, 'item', { sources, filter: period, limit: TOP_ITEMS });
      const names = new Map(
        (
          await listItemNames(
            tx,
            userId,
            top.map(({ key }) => key),
          )
        ).map(({ id, name }) => [id, name]),
      );
      return {
        ...head,
        ...(await sumPlays(tx, sources, period)),
        items: top.map(({ key, count }) => ({ name: names.get(key) ?? null, count })),
        ...presentCondition(addConditions(await readDays(tx, scope, period, clock.now().getTime()))),
        weakest: await listWeakestScreens(tx, scope, period, WEAK_SCREENS),
      };
    });

  return {
    /** NOT_FOUND. */
    async read(actor: Person, { userId = actor.userId, orgId }: Owner): Promise<ReportEmails> {
      await authorizeList(db, actor, { userId, ...(orgId !== undefined && { orgId }) });
      return present(db, { userId, orgId: orgId ?? null });
    },

    /** NOT_FOUND. */
    edit: (
      actor: Person,
      { userId = actor.userId, orgId, weekly, monthly }: Owner & { weekly: boolean; monthly: boolean },
    ): Promise<ReportEmails> =>
      db.transaction().execute(async (tx) => {
        await authorizeCreate(tx, actor, { userId, ...(orgId !== undefined && { orgId }) });
        const scope = { userId, orgId: orgId ?? null };
        const now = clock.now();
        await upsertReportEmails(tx, scope, {
          weekly,
          monthly,
          stopToken: createToken(),
          weeklySent: getLastPeriod('weekly', now).to,
          monthlySent: getLastPeriod('monthly', now).to,
        });
        return present(tx, scope);
      }),

    /** Enqueues the emails about periods that have ended. */
    async enqueueDue(): Promise<void> {
      for (const interval of ['weekly', 'monthly'] as const) {
        const period = getLastPeriod(interval, clock.now());
        const due = await listDueEmails(db, interval, period, EMAILS_AT_ONCE);
        await db.transaction().execute(async (tx) => {
          for (const scope of due)
            await queue.add(tx, reportEmailJob, { ...scope, interval, ...period }, { key: getEmailJobKey(interval, scope) });
        });
      }
    },

    /** Sends the email about a period once, because it is enqueued in the transaction that records it. */
    emailHandler: createJobHandler(reportEmailJob, async ({ userId, orgId, interval, ...period }) => {
      const scope = { userId, orgId };
      const [whose, reader] = [await findScope(scope), await findReader(db, userId)];
      if (!whose) return void (await deleteReportEmails(autocommit(db), scope));
      const summary = reader && (await summarize(userId, whose, period));
      await db.transaction().execute(async (tx) => {
        const token = await markEmailSent(tx, scope, interval, period);
        if (token === undefined || !reader || !summary || summary.screens === 0) return;
        await queue.add(tx, mailJob, reportMail(reader, { summary, interval, period, token, publicUrl }));
      });
    }),
  };
}

export type ReportEmailsService = ReturnType<typeof createReportEmailsService>;
