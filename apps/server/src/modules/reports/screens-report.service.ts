import type { ScreensReport, ScreensReportQuery } from '@vitrine/contract';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Person } from '../access/index.ts';
import { SAMPLE_INTERVAL_MS } from './device-days.store.ts';
import { authorizeReport, type ReportScopes, readReportHead, sumScreens } from './plays-report.service.ts';
import type { ReportQueries } from './report-queries.service.ts';
import { listScopes, listScreens, type ReportScope } from './report-scopes.read-model.ts';
import { formatPlace, parsePlace } from './reports.rules.ts';
import { type ConditionRow, listConditionsByDay, listConditionsByScreen } from './screens-report.read-model.ts';

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

interface RowsRequest {
  scope: ReportScope;
  scopes: ReportScopes;
  query: ScreensReportQuery;
}

async function readRows(tx: Tx, { scope, scopes, query: { from, to, after } }: RowsRequest): Promise<Pick<ScreensReport, 'rows' | 'next'>> {
  const found = await listScreens(tx, scope, { after: parsePlace(after), limit: SCREENS_PER_PAGE + 1 });
  const screens = found.slice(0, SCREENS_PER_PAGE);
  const ids = screens.map(({ id }) => id);
  const conditions = new Map((await listConditionsByScreen(tx, ids, { from, to })).map((row) => [row.id, row]));
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
export function createScreensReportService({ db, runQuery }: { db: Database; runQuery: ReportQueries }) {
  return {
    /** NOT_FOUND, REPORT_TOO_LARGE. */
    async read(actor: Person, query: ScreensReportQuery): Promise<ScreensReport> {
      const scope = await authorizeReport(db, actor, query);
      const { from, to } = query;
      return runQuery({ accountId: actor.userId, kind: 'report' }, async (tx) => {
        const { scopes, names, head } = await readReportHead(tx, scope);
        const days = await listConditionsByDay(tx, scope, { from, to });
        return {
          from,
          to,
          ...head,
          filters: { ...names, playlist: null, item: null },
          ...presentCondition(addConditions(days)),
          days: days.map(({ day, ...condition }) => ({ day, ...presentCondition(condition) })),
          ...(await readRows(tx, { scope, scopes, query })),
        };
      });
    },

    /** Reads all rows of an authorized report, some at a time. REPORT_TOO_LARGE. */
    async *iterateRows(actor: Person, scope: ReportScope, query: ScreensReportQuery): AsyncGenerator<ScreensReport['rows']> {
      let after: string | undefined;
      do {
        const page = await runQuery({ accountId: actor.userId, kind: 'export' }, async (tx) =>
          readRows(tx, { scope, scopes: await listScopes(tx, scope), query: { ...query, after } }),
        );
        yield page.rows;
        after = page.next ?? undefined;
      } while (after !== undefined);
    },
  };
}

export type ScreensReportService = ReturnType<typeof createScreensReportService>;
