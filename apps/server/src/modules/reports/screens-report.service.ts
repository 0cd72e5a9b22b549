import type { ScreensReport, ScreensReportQuery } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import { type Database, type Tx, toUuidArray } from '../../platform/database/database.ts';
import type { Person } from '../access/index.ts';
import { authorizeReport, readReportHead, sumScreens } from './plays-report.service.ts';
import type { ReportPeriod } from './report-periods.rules.ts';
import type { ReportQueries } from './report-queries.service.ts';
import { isInScope, listScreens, type ReportScope } from './report-scopes.read-model.ts';
import { formatPlace, parsePlace } from './reports.rules.ts';
import { type ConditionRow, listConditionsByDay, listConditionsByScreen } from './screens-report.read-model.ts';
import type { Uptime } from './uptime.rules.ts';
import { sumOpenDays, sumOpenDaysByScreen } from './uptime.service.ts';
import { SAMPLE_INTERVAL_MS } from './uptime.store.ts';

const SCREENS_PER_PAGE = 25;
const NOTHING: ConditionRow = { expected: 0, online: 0, downloads: 0, downloadBytes: 0 };

export const presentCondition = ({ expected, online, downloads, downloadBytes }: ConditionRow) => ({
  expectedMs: expected * SAMPLE_INTERVAL_MS,
  onlineMs: online * SAMPLE_INTERVAL_MS,
  downloads,
  downloadBytes,
});

export const addConditions = (rows: readonly ConditionRow[]): ConditionRow =>
  rows.reduce(
    (total, row) => ({
      expected: total.expected + row.expected,
      online: total.online + row.online,
      downloads: total.downloads + row.downloads,
      downloadBytes: total.downloadBytes + row.downloadBytes,
    }),
    NOTHING,
  );

const addUptime = (row: ConditionRow, uptime: Uptime | undefined): ConditionRow =>
  uptime ? { ...row, expected: row.expected + uptime.expected, online: row.online + uptime.online } : row;

/** Returns the condition of all screens of a report by day, with days that have not ended. */
export async function readDays(tx: Tx, scope: ReportScope, period: ReportPeriod, now: number): Promise<(ConditionRow & { day: string })[]> {
  const stored = new Map((await listConditionsByDay(tx, scope, period)).map(({ day, ...row }) => [day, row]));
  const open = await sumOpenDays(tx, isInScope(scope), period, now);
  const days = [...new Set([...stored.keys(), ...open.keys()])].toSorted();
  return days.map((day) => ({ day, ...addUptime(stored.get(day) ?? NOTHING, open.get(day)) }));
}

/** Returns the condition of each of these screens, with days that have not ended. */
async function readScreens(tx: Tx, ids: string[], period: ReportPeriod, now: number): Promise<Map<string, ConditionRow>> {
  const stored = new Map((await listConditionsByScreen(tx, ids, period)).map(({ id, ...row }) => [id, row]));
  const open = await sumOpenDaysByScreen(tx, sql<boolean>`devices.id = any(${toUuidArray(ids)})`, period, now);
  return new Map(ids.map((id) => [id, addUptime(stored.get(id) ?? NOTHING, open.get(id))]));
}

interface ScreensReportDeps {
  db: Database;
  clock: Clock;
  runQuery: ReportQueries;
}

/** Reports how screens were doing. */
export function createScreensReportService({ db, clock, runQuery }: ScreensReportDeps) {
  /** Reads one page of an authorized report. */
  const readAuthorized = (
    actor: Person,
    scope: ReportScope,
    { from, to, after }: ScreensReportQuery,
    line: string = actor.userId,
  ): Promise<ScreensReport> =>
    runQuery(line, async (tx) => {
      const { scopes, names, head } = await readReportHead(tx, scope);
      const found = await listScreens(tx, scope, { after: parsePlace(after), limit: SCREENS_PER_PAGE + 1 });
      const screens = found.slice(0, SCREENS_PER_PAGE);
      const ids = screens.map(({ id }) => id);
      const now = clock.now().getTime();
      const conditions = await readScreens(tx, ids, { from, to }, now);
      const shown = await sumScreens(tx, scopes, screens, { from, to, zone: 'main' });
      const days = await readDays(tx, scope, { from, to }, now);
      const last = found.length > SCREENS_PER_PAGE ? screens.at(-1) : undefined;
      return {
        from,
        to,
        ...head,
        filters: { ...names, playlist: null, item: null },
        ...presentCondition(addConditions(days)),
        days: days.map(({ day, ...condition }) => ({ day, ...presentCondition(condition) })),
        rows: screens.map(({ id, name, timeZone }) => ({
          _id: id,
          name,
          timeZone,
          ...presentCondition(conditions.get(id) ?? NOTHING),
          shownMs: shown.get(id)?.shownMs ?? 0,
        })),
        next: last ? formatPlace(last) : null,
      };
    });

  return {
    readAuthorized,

    /** NOT_FOUND, REPORT_TOO_LARGE. */
    async read(actor: Person, query: ScreensReportQuery): Promise<ScreensReport> {
      return readAuthorized(actor, await authorizeReport(db, actor, query), query);
    },
  };
}

export type ScreensReportService = ReturnType<typeof createScreensReportService>;
