import type { PlaysExportQuery, ScreensReportQuery } from '@vitrine/contract';
import { formatCsvCell } from '../../platform/csv.ts';
import { autocommit, type Database, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { getAccountInView, type Person } from '../access/index.ts';
import { createNameCells, type NameCells } from './name-cells.service.ts';
import { type PlayLines, type PlayLinesQuery, type PlayPlace, readPlayLines } from './play-lines.read-model.ts';
import { listItemNames, listPlaylistNames } from './plays-report.read-model.ts';
import { authorizeReport, type PlaysReportService } from './plays-report.service.ts';
import { acquireExport, extendExport, releaseExport } from './report-exports.store.ts';
import type { ReportQueries } from './report-queries.service.ts';
import { listScreens, type ReportScope, type ScreenRow } from './report-scopes.read-model.ts';
import { PLAYS_HEAD, playsCsvLine, screensCsvHead, screensCsvLine } from './reports.presenter.ts';
import type { ScreensReportService } from './screens-report.service.ts';

const EXTEND_INTERVAL_MS = 10_000;
/** Rows that are read at a time, as one text of about 200 kB. */
const ROWS_AT_ONCE = 1000;
const SCREENS_AT_ONCE = 100;

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

interface Names {
  playlists: NameCells;
  items: NameCells;
}

/** Reads a page of plays. When it contains ids without a cached name, loads the names and reads the page again. Most pages need no other names. */
async function readNamedLines(tx: Tx, query: Omit<PlayLinesQuery, keyof Names>, { playlists, items }: Names): Promise<PlayLines> {
  for (;;) {
    const page = await readPlayLines(tx, { ...query, playlists: playlists.toArrays(), items: items.toArrays() });
    if (page.missingPlaylists.length === 0 && page.missingItems.length === 0) return page;
    await playlists.add(tx, page.missingPlaylists);
    await items.add(tx, page.missingItems);
  }
}

async function* formatParts<T>(parts: AsyncIterable<T[]>, formatLine: (row: T) => string): AsyncGenerator<string> {
  for await (const rows of parts) yield rows.map(formatLine).join('');
}

export function createReportExportsService({ db, runQuery, plays, screens }: Deps) {
  /**
   * Acquires the export lease of the account, and returns the parts of the file. The lease is released after the last part, or when the client disconnects. The
   * first part is read immediately, so that its errors are in the response. EXPORT_RUNNING.
   */
  const startExport = async (actor: Person, read: () => AsyncGenerator<string>): Promise<AsyncIterable<string>> => {
    const token = newId();
    if (!(await acquireExport(autocommit(db), actor.userId, token))) throw new AppError('EXPORT_RUNNING');
    const parts = read();
    const first = await parts.next().catch(async (error: unknown) => {
      await releaseExport(autocommit(db), actor.userId, token);
      throw error;
    });
    return (async function* () {
      let extendedAt = performance.now();
      try {
        if (!first.done) yield first.value;
        for await (const part of parts) {
          yield part;
          if (performance.now() - extendedAt < EXTEND_INTERVAL_MS) continue;
          // A client that reads slowly may have lost the lease to another export.
          if (!(await extendExport(autocommit(db), actor.userId, token))) throw new AppError('EXPORT_RUNNING');
          extendedAt = performance.now();
        }
      } finally {
        await releaseExport(autocommit(db), actor.userId, token);
      }
    })();
  };

  async function* iterateScreens(actor: Person, scope: ReportScope): AsyncGenerator<ScreenRow> {
    const line = { accountId: actor.userId, kind: 'export' } as const;
    let after: ScreenRow | undefined;
    for (;;) {
      const page = await runQuery(line, (tx) => listScreens(tx, scope, { after, limit: SCREENS_AT_ONCE }));
      yield* page;
      if (page.length < SCREENS_AT_ONCE) return;
      after = page.at(-1);
    }
  }

  /** Reads all plays of a report, one line for each day, screen, playlist and item. */
  async function* readAllPlays(actor: Person, scope: ReportScope, filter: PlaysFilter): AsyncGenerator<string> {
    const viewerId = getAccountInView(actor);
    const line = { accountId: actor.userId, kind: 'export' } as const;
    const items = createNameCells((tx, ids) => listItemNames(tx, viewerId, ids));
    const playlists = createNameCells((tx, ids) => listPlaylistNames(tx, scope.whose, ids));
    for await (const { id: deviceId, name, timeZone } of iterateScreens(actor, scope)) {
      const screen = `${formatCsvCell(name)},${formatCsvCell(timeZone)}`;
      let after: PlayPlace | undefined;
      do {
        const query = { deviceId, screen, filter, after, limit: ROWS_AT_ONCE };
        const { lines, last, read } = await runQuery(line, (tx) => readNamedLines(tx, query, { items, playlists }));
        if (lines !== null) yield lines;
        after = read < ROWS_AT_ONCE ? undefined : (last ?? undefined);
      } while (after !== undefined);
    }
  }

  return {
    /** NOT_FOUND, EXPORT_RUNNING, REPORT_TOO_LARGE. */
    async exportPlays(actor: Person, query: PlaysExportQuery): Promise<ReportFile> {
      const scope = await authorizeReport(db, actor, query);
      const { groupBy, ...filter } = query;
      const parts = await startExport(actor, () =>
        groupBy === 'all'
          ? readAllPlays(actor, scope, filter)
          : formatParts(plays.iterateRows(actor, scope, { ...filter, groupBy }), (row) => playsCsvLine(groupBy, row)),
      );
      return { name: `plays ${query.from} to ${query.to}.csv`, head: PLAYS_HEAD[groupBy], parts };
    },

    /** NOT_FOUND, EXPORT_RUNNING, REPORT_TOO_LARGE. */
    async exportScreens(actor: Person, query: ScreensReportQuery): Promise<ReportFile> {
      const scope = await authorizeReport(db, actor, query);
      const parts = await startExport(actor, () => formatParts(screens.iterateRows(actor, scope, query), screensCsvLine));
      return { name: `screens ${query.from} to ${query.to}.csv`, head: screensCsvHead(), parts };
    },
  };
}

export type ReportExportsService = ReturnType<typeof createReportExportsService>;
