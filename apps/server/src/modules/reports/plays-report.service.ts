import { type PlaysGroup, type PlaysReport, type PlaysReportQuery, type PlaysReportRow, REPORT_LIMITS } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, getAccountInView, type Person } from '../access/index.ts';
import { authorizeList } from '../organisations/index.ts';
import type { PlayFilter, PlaySources } from './play-rows.read-model.ts';
import {
  type Counted,
  type GroupRow,
  listFewGroups,
  listHourGroups,
  listItemNames,
  listManyGroups,
  listPlaylistNames,
  listSumStates,
  sumPlays,
  sumPlaysByScope,
  sumPlaysByScreen,
} from './plays-report.read-model.ts';
import type { ReportQueries } from './report-queries.service.ts';
import {
  findScopeNames,
  listScopes,
  listScreens,
  listTags,
  type ReportScope,
  type ScreenRow,
  SUMMED_SCREENS,
} from './report-scopes.read-model.ts';
import { countDays, formatPlace, parseCountPlace, parsePlace } from './reports.rules.ts';

interface Deps {
  db: Database;
  clock: Clock;
  runQuery: ReportQueries;
}

interface OwnerQuery {
  userId?: string | undefined;
  orgId?: string | undefined;
  deviceId?: string | undefined;
  tagId?: string | undefined;
}

/** Size of pages of screens and tags, which are small because each screen is summed separately. */
const SCREENS_PER_PAGE = 25;
/** Maximum number of playlists or items of an export. They are summed once and kept in memory, because each page would sum all plays again. */
const EXPORTED_GROUPS = 50_000;
const NAMED_AT_ONCE = 1000;

/** Authorizes a report and returns the screens that it covers. NOT_FOUND. */
export async function authorizeReport(
  db: Database,
  actor: Person,
  { userId = actor.userId, orgId, deviceId, tagId }: OwnerQuery,
): Promise<ReportScope> {
  const whose = await authorizeList(db, actor, { userId, ...(orgId !== undefined && { orgId }) });
  if (deviceId !== undefined) await authorize(db, actor, 'device.read', [deviceId]);
  if (tagId !== undefined) await authorize(db, actor, 'deviceTag.read', [tagId]);
  return { whose, deviceId, tagId };
}

/** Loads what all reports state: their screens, time zones and the names of their filters. */
export async function readReportHead(tx: Tx, scope: ReportScope) {
  const scopes = await listScopes(tx, scope);
  const zones = [...new Set(scopes.flatMap((one) => one.zones ?? []))].sort();
  return {
    scopes,
    names: await findScopeNames(tx, scope),
    head: {
      timeZones: zones.slice(0, REPORT_LIMITS.timeZones),
      timeZoneCount: zones.length,
      screens: scopes.reduce((total, { count }) => total + count, 0),
    },
  };
}

export type ReportScopes = Awaited<ReturnType<typeof listScopes>>;

/** Returns the accounts and families with many screens, which have sums. */
const listSummedOwners = (scopes: ReportScopes): Set<string> =>
  new Set(scopes.filter(({ total }) => total > SUMMED_SCREENS).map(({ ownerId }) => ownerId));

/** Chooses sums for accounts and families with many screens, unless the report is about a single screen. */
export function chooseSources(scopes: ReportScopes, { deviceId, tagId }: ReportScope): PlaySources {
  const covered = scopes.filter(({ count }) => count > 0);
  const owners = deviceId === undefined ? listSummedOwners(scopes) : new Set<string>();
  const isSummed = ({ ownerId }: ReportScopes[number]) => owners.has(ownerId);
  return {
    scopeIds: [...new Set(covered.filter(isSummed).map(({ ownerId }) => tagId ?? ownerId))],
    deviceIds: covered.filter((one) => !isSummed(one)).flatMap(({ deviceIds }) => deviceIds ?? []),
  };
}

/** Sums the plays of each of these screens. Sums of devices are not divided by playlist and item. */
export async function sumScreens(
  tx: Tx,
  scopes: ReportScopes,
  screens: readonly ScreenRow[],
  filter: PlayFilter,
): Promise<Map<string, GroupRow>> {
  const owners = filter.playlistId === undefined && filter.mediaId === undefined ? listSummedOwners(scopes) : new Set<string>();
  const listIds = (isSummed: boolean) => screens.filter(({ ownerId }) => owners.has(ownerId) === isSummed).map(({ id }) => id);
  const rows = [...(await sumPlaysByScope(tx, listIds(true), filter)), ...(await sumPlaysByScreen(tx, listIds(false), filter))];
  return new Map(rows.map((row) => [row.key, row]));
}

interface Page {
  rows: (Counted & { key: string | null; name?: string })[];
  next: string | null;
}
interface PageRequest {
  /** Rows of a page of playlists or items. */
  limit: number;
  scope: ReportScope;
  scopes: ReportScopes;
  sources: PlaySources;
  filter: PlayFilter;
  after: string | undefined;
}

const NOTHING = { count: 0, shownMs: 0 };

async function readScreensPage(tx: Tx, { scope, scopes, filter, after }: PageRequest): Promise<Page> {
  const found = await listScreens(tx, scope, { after: parsePlace(after), limit: SCREENS_PER_PAGE + 1 });
  const screens = found.slice(0, SCREENS_PER_PAGE);
  const sumOf = await sumScreens(tx, scopes, screens, filter);
  const last = found.length > SCREENS_PER_PAGE ? screens.at(-1) : undefined;
  return {
    rows: screens.map(({ id, name }) => ({ ...(sumOf.get(id) ?? NOTHING), key: id, name })),
    next: last ? formatPlace({ name: last.name, id: last.id }) : null,
  };
}

async function readTagsPage(tx: Tx, { scope, scopes, filter, after }: PageRequest): Promise<Page> {
  const found = await listTags(tx, scope, { after: parsePlace(after), limit: SCREENS_PER_PAGE + 1 });
  const tags = found.slice(0, SCREENS_PER_PAGE);
  const isSummed = scope.deviceId === undefined && listSummedOwners(scopes).size > 0;
  const summed = isSummed
    ? await sumPlaysByScope(
        tx,
        tags.map(({ id }) => id),
        filter,
      )
    : [];
  const single = isSummed ? [] : await sumPlaysByScreen(tx, [...new Set(tags.flatMap(({ deviceIds }) => deviceIds))], filter);
  const sumOf = new Map([...summed, ...single].map((row) => [row.key, row]));
  const sumTag = ({ id, deviceIds }: (typeof tags)[number]): Counted =>
    (isSummed ? [id] : deviceIds).reduce((total, key) => {
      const { count, shownMs } = sumOf.get(key) ?? NOTHING;
      return { count: total.count + count, shownMs: total.shownMs + shownMs };
    }, NOTHING);
  const last = found.length > SCREENS_PER_PAGE ? tags.at(-1) : undefined;
  return {
    rows: tags.map((tag) => ({ ...sumTag(tag), key: tag.id, name: tag.name })),
    next: last ? formatPlace({ name: last.name, id: last.id }) : null,
  };
}

async function readManyPage(tx: Tx, by: 'playlist' | 'item', { sources, filter, after, limit }: PageRequest): Promise<Page> {
  const found = await listManyGroups(tx, by, { sources, filter, after: parseCountPlace(after), limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last ? formatPlace({ name: String(last.count), id: last.key }) : null };
}

async function readPage(tx: Tx, groupBy: PlaysGroup, request: PageRequest): Promise<Page> {
  if (groupBy === 'screen') return readScreensPage(tx, request);
  if (groupBy === 'tag') return readTagsPage(tx, request);
  if (groupBy === 'playlist' || groupBy === 'item') return readManyPage(tx, groupBy, request);
  if (groupBy === 'hour') return { rows: await listHourGroups(tx, request.sources, request.filter), next: null };
  return { rows: await listFewGroups(tx, groupBy, request.sources, request.filter), next: null };
}

interface NameRequest {
  groupBy: PlaysGroup;
  viewerId: string;
  scope: ReportScope;
}

async function presentRows(tx: Tx, rows: Page['rows'], { groupBy, viewerId, scope }: NameRequest): Promise<PlaysReportRow[]> {
  const ids = rows.flatMap(({ key }) => key ?? []);
  const items = groupBy === 'item' ? new Map((await listItemNames(tx, viewerId, ids)).map((item) => [item.id, item])) : undefined;
  const playlists =
    groupBy === 'playlist' ? new Map((await listPlaylistNames(tx, scope.whose, ids)).map(({ id, name }) => [id, name])) : undefined;
  return rows.map(({ key, name, count, shownMs }) => {
    const item = items?.get(key ?? '');
    return {
      key,
      name: name ?? item?.name ?? playlists?.get(key ?? '') ?? null,
      ...(items && { thumbnailKey: item?.thumbnailKey ?? null }),
      count,
      shownMs,
    };
  });
}

export function createPlaysReportService({ db, clock, runQuery }: Deps) {
  /** Returns when the sums were computed, and how many days until today have none. */
  const readSumState = async (tx: Tx, scopeIds: string[], { from, to }: PlayFilter) => {
    if (scopeIds.length === 0) return { summedAt: null, missingDays: 0 };
    const today = clock.now().toISOString().slice(0, 10);
    const days = { from, to: to < today ? to : today };
    const expected = Math.max(0, countDays(days));
    const states = await listSumStates(tx, scopeIds, days);
    const oldest = states.flatMap(({ summedAt }) => summedAt?.getTime() ?? []).sort((one, other) => one - other)[0];
    return {
      summedAt: oldest === undefined ? null : new Date(oldest).toISOString(),
      missingDays: Math.max(0, ...states.map((state) => expected - state.days)),
    };
  };

  return {
    /** NOT_FOUND, REPORT_TOO_LARGE. */
    async read(actor: Person, { groupBy, after, ...filter }: PlaysReportQuery): Promise<PlaysReport> {
      const scope = await authorizeReport(db, actor, filter);
      const viewerId = getAccountInView(actor);
      return runQuery({ accountId: actor.userId, kind: 'report' }, async (tx) => {
        const { scopes, names, head } = await readReportHead(tx, scope);
        const sources = chooseSources(scopes, scope);
        const page = await readPage(tx, groupBy, { limit: REPORT_LIMITS.rows, scope, scopes, sources, filter, after });
        const [item] = filter.mediaId === undefined ? [] : await listItemNames(tx, viewerId, [filter.mediaId]);
        const [playlist] = filter.playlistId === undefined ? [] : await listPlaylistNames(tx, scope.whose, [filter.playlistId]);
        return {
          from: filter.from,
          to: filter.to,
          ...head,
          filters: { ...names, playlist: playlist?.name ?? null, item: item?.name ?? null },
          ...(await sumPlays(tx, sources, filter)),
          ...(await readSumState(tx, sources.scopeIds, filter)),
          rows: await presentRows(tx, page.rows, { groupBy, viewerId, scope }),
          next: page.next,
        };
      });
    },

    /** Reads all rows of an authorized report, some at a time. REPORT_TOO_LARGE. */
    async *iterateRows(actor: Person, scope: ReportScope, { groupBy, ...filter }: PlaysReportQuery): AsyncGenerator<PlaysReportRow[]> {
      const viewerId = getAccountInView(actor);
      const line = { accountId: actor.userId, kind: 'export' } as const;
      let after: string | undefined;
      do {
        const { rows, next } = await runQuery(line, async (tx) => {
          const scopes = await listScopes(tx, scope);
          const sources = chooseSources(scopes, scope);
          return readPage(tx, groupBy, { limit: EXPORTED_GROUPS, scope, scopes, sources, filter, after });
        });
        if (next !== null && rows.length === EXPORTED_GROUPS) throw new AppError('REPORT_TOO_LARGE');
        for (let start = 0; start < rows.length; start += NAMED_AT_ONCE)
          yield await runQuery(line, (tx) => presentRows(tx, rows.slice(start, start + NAMED_AT_ONCE), { groupBy, viewerId, scope }));
        after = next ?? undefined;
      } while (after !== undefined);
    },
  };
}

export type PlaysReportService = ReturnType<typeof createPlaysReportService>;
