import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { ReportInterval, ReportPeriod } from './report-periods.rules.ts';

export interface EmailScope {
  userId: string;
  /** Family whose screens the report covers; null for those of the account. */
  orgId: string | null;
}

interface SettingsRow {
  weekly: boolean;
  monthly: boolean;
}

export const findReportEmails = (db: Db, { userId, orgId }: EmailScope): Promise<SettingsRow | undefined> =>
  db
    .selectFrom('report_emails')
    .select(['weekly', 'monthly'])
    .where('user_id', '=', userId)
    .where('scope_id', '=', orgId ?? userId)
    .executeTakeFirst();

interface NewSettings extends SettingsRow {
  stopToken: string;
  /** Ends of the last periods. When emails are turned on, the first one is about the period after it. */
  weeklySent: string;
  monthlySent: string;
}

export const upsertReportEmails = (tx: Tx, { userId, orgId }: EmailScope, settings: NewSettings) =>
  sql`
    insert into report_emails (user_id, scope_id, org_id, weekly, monthly, weekly_sent, monthly_sent, stop_token)
    values (${userId}::uuid, ${orgId ?? userId}::uuid, ${orgId}::uuid, ${settings.weekly}, ${settings.monthly}, ${settings.weeklySent}::date,
      ${settings.monthlySent}::date, ${settings.stopToken})
    on conflict (user_id, scope_id) do update set weekly = excluded.weekly, monthly = excluded.monthly,
      weekly_sent = case when report_emails.weekly then report_emails.weekly_sent else excluded.weekly_sent end,
      monthly_sent = case when report_emails.monthly then report_emails.monthly_sent else excluded.monthly_sent end`.execute(tx);

/** Turns the emails of a token off. Returns false when there is no such token. */
export async function stopReportEmails(tx: Tx, token: string): Promise<boolean> {
  const { rows } =
    await sql`update report_emails set weekly = false, monthly = false where stop_token = ${token} returning user_id`.execute(tx);
  return rows.length > 0;
}

/** Key of the job that sends an email. */
export const getEmailJobKey = (interval: ReportInterval, { userId, orgId }: EmailScope): string =>
  `${getEmailJobKeyPrefix(interval)}${userId}:${orgId ?? ''}`;
const getEmailJobKeyPrefix = (interval: ReportInterval): string => `report:${interval}:`;

/** Time after which an email whose job has used up its attempts is enqueued again. */
const RETRY_HOURS = 6;

/** Lists emails about this period that were not sent yet. Leaves out those with a job, so that emails that always fail do not take the places of others. */
export async function listDueEmails(db: Db, interval: ReportInterval, { to }: ReportPeriod, limit: number): Promise<EmailScope[]> {
  const sent = sql.ref(`${interval}_sent`);
  const { rows } = await sql<EmailScope>`
    select user_id as "userId", org_id as "orgId" from report_emails
    where ${sql.ref(interval)} and ${sent} < ${to}::date and not exists (
      select from graphile_worker.jobs
      where jobs.key = ${getEmailJobKeyPrefix(interval)} || report_emails.user_id::text || ':' || coalesce(report_emails.org_id::text, '')
        and (attempts < max_attempts or locked_at is not null or updated_at > now() - make_interval(hours => ${RETRY_HOURS})))
    order by ${sent} limit ${limit}`.execute(db);
  return rows;
}

/** Records that the email about a period is sent. Returns the token to turn the emails off; undefined when it was sent before or is turned off. */
export async function markEmailSent(
  tx: Tx,
  { userId, orgId }: EmailScope,
  interval: ReportInterval,
  { to }: ReportPeriod,
): Promise<string | undefined> {
  const sent = sql.ref(`${interval}_sent`);
  const { rows } = await sql<{ token: string }>`
    update report_emails set ${sent} = ${to}::date
    where user_id = ${userId}::uuid and scope_id = ${orgId ?? userId}::uuid and ${sql.ref(interval)} and ${sent} < ${to}::date
    returning stop_token as token`.execute(tx);
  return rows[0]?.token;
}

export const deleteReportEmails = (tx: Tx, { userId, orgId }: EmailScope) =>
  sql`delete from report_emails where user_id = ${userId}::uuid and scope_id = ${orgId ?? userId}::uuid`.execute(tx);

export interface ReportReader {
  name: string;
  email: string;
}

/** Finds an account that may receive emails. */
export const findReader = async (db: Db, userId: string): Promise<ReportReader | undefined> =>
  db.selectFrom('users').select(['name', 'email']).where('id', '=', userId).where('disabled_at', 'is', null).executeTakeFirst();
