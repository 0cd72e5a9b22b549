import type { ScreensReport, ScreensReportQuery } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import { type Database, type Tx, toUuidArray } from '../../platform/database/database.ts';
import type { Person } from '../access/index.ts';
import { authorizeReport, type ReportScopes, readReportHead, sumScreens } from './plays-report.service.ts';
import type { ReportPeriod } from './report-periods.rules.ts';
import type { ReportQueries } from './report-queries.service.ts';
import { isInScope, listScopes, listScreens, type ReportScope } from './report-scopes.read-model.ts';
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

interface RowsRequest {
  scope: ReportScope;
  scopes: ReportScopes;
  query: ScreensReportQuery;
  now: number;
}

async function readRows(
  tx: Tx,
  { scope, scopes, query: { from, to, after }, now }: RowsRequest,
): Promise<Pick<ScreensReport, 'rows' | 'next'>> {
  const found = await listScreens(tx, scope, { after: parsePlace(after), limit: SCREENS_PER_PAGE + 1 });
  const screens = found.slice(0, SCREENS_PER_PAGE);
  const ids = screens.map(({ id }) => id);
  const conditions = await readScreens(tx, ids, { from, to }, now);
  const shown = await sumScreens(tx, scopes, screens, { from, to, zone: 'main' });
  const last = found.length > SCREENS_PER_PAGE ? screens.at(-1) : undefined;
  return {
    rows: screens.map(({ id, name, timeZone }) => ({
      _id: id,
      name,
      timeZone,
      ...presentCondition(conditions.get(id) ?? NOTHING),
      shownMs: shown.get(id)?.shownMs ?? 0,
    })),
    next: last ? formatPlace(last) : null,
  };
}

/** Reports how screens were doing. */
export function createScreensReportService({ db, clock, runQuery }: ScreensReportDeps) {
  const readNow = () => clock.now().getTime();
  return {
    /** NOT_FOUND, REPORT_TOO_LARGE. */
    async read(actor: Person, query: ScreensReportQuery): Promise<ScreensReport> {
      const scope = await authorizeReport(db, actor, query);
      const { from, to } = query;
      return runQuery({ accountId: actor.userId, kind: 'report' }, async (tx) => {
        const now = readNow();
        const { scopes, names, head } = await readReportHead(tx, scope);
        const days = await readDays(tx, scope, { from, to }, now);
        return {
          from,
          to,
          ...head,
          filters: { ...names, playlist: null, item: null },
          ...presentCondition(addConditions(days)),
          days: days.map(({ day, ...condition }) => ({ day, ...presentCondition(condition) })),
          ...(await readRows(tx, { scope, scopes, query, now })),
        };
      });
    },

    /** Reads all rows of an authorized report, some at a time. REPORT_TOO_LARGE. */
    async *iterateRows(actor: Person, scope: ReportScope, query: ScreensReportQuery): AsyncGenerator<ScreensReport['rows']> {
      let after: string | undefined;
      do {
        const page = await runQuery({ accountId: actor.userId, kind: 'export' }, async (tx) =>
          readRows(tx, { scope, scopes: await listScopes(tx, scope), query: { ...query, after }, now: readNow() }),
        );
        yield page.rows;
        after = page.next ?? undefined;
      } while (after !== undefined);
    },
  };
}

export type ScreensReportService = ReturnType<typeof createScreensReportService>;
