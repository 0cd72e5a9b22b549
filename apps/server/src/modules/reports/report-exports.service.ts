import type { PlaysExportQuery, PlaysReportRow, ScreensReportQuery } from '@vitrine/contract';
import { formatCsvCell } from '../../platform/csv.ts';
import { autocommit, type Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { getAccountInView, type Person } from '../access/index.ts';
import { listItemNames, listPlaylistNames, type PlayPlace, readPlayLines } from './plays-report.read-model.ts';
import { authorizeReport, type PlaysReportService } from './plays-report.service.ts';
import { acquireExport, extendExport, releaseExport } from './report-exports.store.ts';
import { getExportLine, type ReportQueries } from './report-queries.service.ts';
import { listScreens, type ReportScope, type ScreenRow } from './report-scopes.read-model.ts';
import { formatSeconds, PLAYS_HEAD, playsCsvLine, screensCsvHead, screensCsvLine } from './reports.presenter.ts';
import type { ScreensReportService } from './screens-report.service.ts';

const EXTEND_INTERVAL_MS = 10_000;
/** Rows that are read at a time. They are formatted without a pause, which takes some milliseconds. */
const ROWS_AT_ONCE = 1000;
/** Playlists or items that are read at a time. Each page sums all plays again. */
const GROUPS_AT_ONCE = 5000;
const SCREENS_AT_ONCE = 100;
/** Names that an export keeps. A fleet shows the same items, so that few are loaded again. */
const NAMES_MAX = 5000;

interface Deps {
  db: Database;
  runQuery: ReportQueries;
  plays: PlaysReportService;
  screens: ScreensReportService;
}

/** A CSV file whose parts are read while it is sent. */
interface ReportFile {
  name: string;
  head: string;
  parts: AsyncIterable<string>;
}

type PlaysFilter = Omit<PlaysExportQuery, 'groupBy'>;

/** Names as cells of the file, by id. Loads those that are missing. */
function createNameCells(load: (ids: string[]) => Promise<{ id: string; name: string }[]>) {
  const cells = new Map<string, string>();
  return {
    find: (id: string) => cells.get(id) ?? '',
    async load(ids: Iterable<string>): Promise<void> {
      const missing = [...new Set(ids)].filter((id) => !cells.has(id));
      if (missing.length === 0) return;
      if (cells.size > NAMES_MAX) cells.clear();
      for (const id of missing) cells.set(id, '');
      for (const { id, name } of await load(missing)) cells.set(id, formatCsvCell(name));
    },
  };
}

export function createReportExportsService({ db, runQuery, plays, screens }: Deps) {
  /** Acquires the account's export and returns parts that release it at their end, or when the client disconnects. EXPORT_RUNNING. */
  const startExport = async (actor: Person, read: () => AsyncIterable<string>): Promise<AsyncIterable<string>> => {
    const token = newId();
    if (!(await acquireExport(autocommit(db), actor.userId, token))) throw new AppError('EXPORT_RUNNING');
    return (async function* () {
      let extendedAt = performance.now();
      try {
        for await (const part of read()) {
          yield part;
          if (performance.now() - extendedAt < EXTEND_INTERVAL_MS) continue;
          // A client that reads slowly may have lost it to another export.
          if (!(await extendExport(autocommit(db), actor.userId, token))) throw new AppError('EXPORT_RUNNING');
          extendedAt = performance.now();
        }
      } finally {
        await releaseExport(autocommit(db), actor.userId, token);
      }
    })();
  };

  async function* iterateScreens(actor: Person, scope: ReportScope): AsyncGenerator<ScreenRow> {
    let after: ScreenRow | undefined;
    for (;;) {
      const page = await runQuery(getExportLine(actor.userId), (tx) => listScreens(tx, scope, { after, limit: SCREENS_AT_ONCE }));
      yield* page;
      if (page.length < SCREENS_AT_ONCE) return;
      after = page.at(-1);
    }
  }

  /** Reads all plays of a report, one line for each day, screen, playlist and item. */
  async function* readAllPlays(actor: Person, scope: ReportScope, filter: PlaysFilter): AsyncGenerator<string> {
    const viewerId = getAccountInView(actor);
    const items = createNameCells((ids) => runQuery(getExportLine(actor.userId), (tx) => listItemNames(tx, viewerId, ids)));
    const playlists = createNameCells((ids) => runQuery(getExportLine(actor.userId), (tx) => listPlaylistNames(tx, scope.whose, ids)));
    for await (const screen of iterateScreens(actor, scope)) {
      const cells = `${formatCsvCell(screen.name)},${formatCsvCell(screen.timeZone)}`;
      let after: PlayPlace | undefined;
      for (;;) {
        const place = after;
        const { lines, last, read } = await runQuery(getExportLine(actor.userId), (tx) =>
          readPlayLines(tx, screen.id, { filter, after: place, limit: ROWS_AT_ONCE }),
        );
        const rows = (lines ?? '').split('\n').map((line) => line.split(' '));
        if (lines !== null) {
          await items.load(rows.map(([, , mediaId = '']) => mediaId));
          await playlists.load(rows.map(([, playlistId = '']) => playlistId));
          yield rows
            .map(
              ([day, playlistId = '', mediaId = '', zone, count, shownMs]) =>
                `${day},${cells},${playlists.find(playlistId)},${items.find(mediaId)},${zone},${count},${formatSeconds(Number(shownMs))},${playlistId},${mediaId}\r\n`,
            )
            .join('');
        }
        if (read < ROWS_AT_ONCE || last === null) break;
        after = last;
      }
    }
  }

  async function* readGroups(actor: Person, scope: ReportScope, query: PlaysExportQuery): AsyncGenerator<string> {
    const { groupBy } = query;
    if (groupBy === 'all') return;
    let after: string | undefined;
    do {
      const page = await plays.readAuthorized(
        actor,
        scope,
        { ...query, groupBy, after },
        { line: getExportLine(actor.userId), limit: GROUPS_AT_ONCE },
      );
      yield page.rows.map((row: PlaysReportRow) => playsCsvLine(groupBy, row)).join('');
      after = page.next ?? undefined;
    } while (after !== undefined);
  }

  async function* readScreens(actor: Person, scope: ReportScope, query: ScreensReportQuery): AsyncGenerator<string> {
    let after: string | undefined;
    do {
      const page = await screens.readAuthorized(actor, scope, { ...query, after }, getExportLine(actor.userId));
      yield page.rows.map(screensCsvLine).join('');
      after = page.next ?? undefined;
    } while (after !== undefined);
  }

  return {
    /** NOT_FOUND, EXPORT_RUNNING. */
    async exportPlays(actor: Person, query: PlaysExportQuery): Promise<ReportFile> {
      const scope = await authorizeReport(db, actor, query);
      const { groupBy, ...filter } = query;
      const parts = await startExport(actor, () =>
        groupBy === 'all' ? readAllPlays(actor, scope, filter) : readGroups(actor, scope, query),
      );
      return { name: `plays ${query.from} to ${query.to}.csv`, head: PLAYS_HEAD[groupBy], parts };
    },

    /** NOT_FOUND, EXPORT_RUNNING. */
    async exportScreens(actor: Person, query: ScreensReportQuery): Promise<ReportFile> {
      const scope = await authorizeReport(db, actor, query);
      const parts = await startExport(actor, () => readScreens(actor, scope, query));
      return { name: `screens ${query.from} to ${query.to}.csv`, head: screensCsvHead(), parts };
    },
  };
}

export type ReportExportsService = ReturnType<typeof createReportExportsService>;
