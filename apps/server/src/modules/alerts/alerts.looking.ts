import { stat } from 'node:fs/promises';
import os from 'node:os';
import { ALERT_JOBS_HOURS, ALERT_RENEWALS_HOURS, type AlertKind } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Addressee } from '../../platform/mail/compose-mail.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import type { SystemFace } from '../system/index.ts';
import { alertMail, type Finding } from './alerts.mails.ts';
import { countUnpaidRenewals, findOffline, listAdministrators } from './alerts.read-model.ts';
import { isDiskFull, judge, percentUsed } from './alerts.rules.ts';
import { type AlertRow, deleteUnseen, lockAlert, updateAlert } from './alerts.store.ts';
import { findSettings, type SettingsRow } from './settings.store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const UNSEEN_HOURS = 24;
export const LOOK_EVERY_MS = MINUTE_MS;
export const FORGET_EVERY_MS = HOUR_MS;
const SUBJECT_LENGTH = 200;

interface Deps {
  db: Database;
  queue: Queue;
  clock: Clock;
  publicUrl: string;
  dataDir: string;
  system: SystemFace;
}

interface Looked {
  found: Finding;
  isBad: boolean;
}

type Look = (tx: Tx, settings: SettingsRow, now: Date, row: AlertRow) => Promise<Looked>;

export const readersOf = async (db: Tx | Database, { recipients }: Pick<SettingsRow, 'recipients'>): Promise<Addressee[]> =>
  recipients.length > 0 ? recipients.map((email) => ({ name: '', email })) : await listAdministrators(db);

export const isOn = (settings: SettingsRow): Record<AlertKind, boolean> => ({
  screensOffline: settings.screens_on,
  diskFull: settings.disk_on,
  jobsFailed: settings.jobs_on,
  renewalsFailed: settings.renewals_on,
});

/**
 * Looks after what administrators are to be told of. Each thing is looked at under its row's lock, and its mails are added in the transaction that writes down that it is told: of
 * many processes one tells, and one that dies in between has told nobody.
 */
export function createLooking({ db, queue, clock, publicUrl, dataDir, system }: Deps) {
  const ago = (now: Date, hours: number) => new Date(now.getTime() - hours * HOUR_MS);

  const looks: Record<Exclude<AlertKind, 'diskFull'>, Look> = {
    async screensOffline(tx, { screens_minutes: minutes, screens_count: most }, now) {
      const { count, named } = await findOffline(tx, now, new Date(now.getTime() - minutes * MINUTE_MS));
      return { found: { kind: 'screensOffline', count, minutes, named }, isBad: count >= most };
    },
    async jobsFailed(tx, { jobs_count: most }, now) {
      const kinds = await system.countGivenUp(tx, ago(now, ALERT_JOBS_HOURS));
      const count = kinds.reduce((sum, one) => sum + one.count, 0);
      return { found: { kind: 'jobsFailed', count, kinds }, isBad: count >= most };
    },
    async renewalsFailed(tx, { renewals_count: most }, now) {
      const count = await countUnpaidRenewals(tx, ago(now, ALERT_RENEWALS_HOURS));
      return { found: { kind: 'renewalsFailed', count }, isBad: count >= most };
    },
  };

  const lookAfter = (kind: AlertKind, subject: string, look: Look) =>
    db.transaction().execute(async (tx) => {
      const settings = await findSettings(tx);
      if (!isOn(settings)[kind]) return;
      const now = clock.now();
      const row = await lockAlert(tx, kind, subject, now);
      const { found, isBad } = await look(tx, settings, now, row);
      const told = { isTold: row.is_told, toldAt: row.told_at, toldCount: row.told_count };
      const judged = judge(told, { isBad, count: found.count }, now, settings.quiet_minutes);
      await updateAlert(tx, row, { ...judged.told, count: found.count, since: isBad ? (row.since ?? now) : null });
      if (judged.news)
        for (const reader of await readersOf(tx, settings)) await queue.add(tx, mailJob, alertMail(reader, found, judged.news, publicUrl));
    });

  return {
    /** What is the same wherever one looks from. */
    tasks: (Object.keys(looks) as (keyof typeof looks)[]).map((kind) => ({
      name: `alerts.${kind}`,
      everyMs: LOOK_EVERY_MS,
      run: () => lookAfter(kind, '', looks[kind]),
    })),

    /** The disk of this process, which it shares with others of the machine. */
    async lookAtDisk(): Promise<void> {
      const [{ total, free, folder }, { dev }] = [await system.findDisk(), await stat(dataDir)];
      const [host, count] = [os.hostname(), percentUsed({ total, free })];
      await lookAfter(
        'diskFull',
        `${host}:${dev}`.slice(-SUBJECT_LENGTH),
        async (_tx, { disk_percent: most }, _now, { is_told: isTold }) => ({
          found: { kind: 'diskFull', count, host, folder, total, free },
          isBad: isDiskFull(count, most, isTold),
        }),
      );
    },

    /** Forgets machines that are gone. */
    forget: async (): Promise<void> => void (await deleteUnseen(db, ago(clock.now(), UNSEEN_HOURS))),
  };
}
