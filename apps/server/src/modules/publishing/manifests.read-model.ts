import { type Manifest, type ManifestFile, type ManifestPublish, type PlaylistContents, pictureFit, rotation } from '@vitrine/contract';
import { uniqueFiles } from '@vitrine/playback';
import { sql } from 'kysely';
import { type Db, toUuidArray } from '../../platform/database/database.ts';
import { utcOffsetsOf } from '../../platform/utc-offsets.ts';
import { type OperationRow, presentManifestOperation, selectOperation } from '../devices/index.ts';
import { selectSourcesOfPlaylist } from './manifest-sources.read-model.ts';
import { presentSources, type SourceOfPlaylist } from './manifest-sources.rules.ts';
import { parseSchedule, type ScheduleRow } from './publishing.rules.ts';

interface DeviceSettingsRow extends OperationRow {
  device_name: string;
  time_zone: string;
  show_info: boolean;
  fit: string;
  rotation: number | null;
  volume: number;
}

interface ManifestRow extends DeviceSettingsRow, ScheduleRow {
  /** Index of the request in the list. */
  place: number;
  revision: number;
  device_id: string | null;
  /** Null where nothing is published. */
  playlist_id: string | null;
  playlist_name: string;
  is_main: boolean;
  activated_at: Date | null;
  updated_at: Date;
  /** Digest; null while the contents were not serialized. */
  contents: string | null;
  /** JSON. Only one row of each playlist has it; null in the others, and when no screen of the group needs it. */
  items: string | null;
  files: string | null;
  /** JSON in the row that has `items`; null without a layout. */
  layout: string | null;
  /** Whether the contents of the row that has `items` are synchronized. */
  synchronized: boolean | null;
  /** Null when the playlist shows no sources. */
  sources: SourceOfPlaylist[] | null;
}

/** JSON of what a playlist shows. */
interface SerializedContents {
  items: string;
  files: string;
  layout: string | null;
  synchronized: boolean | null;
}

/** The layout of `contents`; null when the version before wrote them, which knows no layouts. */
const contentsLayout = sql`case when contents.layout_digest = contents.digest then contents.layout end`;
/** Whether `contents` are synchronized. Null or false when the previous version, which has no synchronized playback, wrote them. */
const areContentsSynchronized = sql`contents.synchronized_digest = contents.digest`;

/** A screen, and the number of the manifest that it has; null where it has none. */
export interface ManifestRequest {
  screenId: string;
  knownRevision: number | null;
}

/** Parts of one screen's manifest; `contents` are shared by the whole group. */
export interface ManifestParts {
  knownRevision: number | null;
  rows: ManifestRow[];
  contents: ReadonlyMap<string, SerializedContents>;
}

export interface FoundManifest {
  revision: number;
  /** As JSON; null when the screen has it. */
  body: string | null;
  /** Playlists whose contents are not serialized yet: without them the manifest is incomplete. */
  missing: string[];
}

/**
 * Reads the parts of these screens' manifests in one statement, so that revisions and contents are consistent. The contents of a playlist, possibly hundreds
 * of kilobytes, are read once for all screens.
 */
export async function loadManifestParts(db: Db, questions: readonly ManifestRequest[]): Promise<ManifestParts[]> {
  const ids = questions.map(({ screenId }) => screenId);
  const revisions = questions.map(({ knownRevision }) => knownRevision);
  const isFirst = sql`screens.revision is distinct from asked.has_revision and row_number() over crowd = 1`;
  const { rows } = await sql<ManifestRow>`
    select asked.place::integer, screens.revision, devices.id as device_id, ${deviceSettings},
      publishes.playlist_id, contents.name as playlist_name, publishes.is_main, publishes.activated_at, publishes.updated_at,
      publishes.schedule, publishes.windows, publishes.priority,
      encode(contents.digest, 'hex') as contents,
      case when ${isFirst} then contents.items end as items,
      case when ${isFirst} then contents.files end as files, case when ${isFirst} then ${contentsLayout} end as layout,
      ${areContentsSynchronized} as synchronized,
      ${selectSourcesOfPlaylist(sql.ref('publishes.playlist_id'))} as sources
    from unnest(${ids}::uuid[], ${revisions}::integer[]) with ordinality as asked (screen_id, has_revision, place)
    join screens on screens.id = asked.screen_id
    left join devices on devices.screen_id = screens.id
    left join publishes on publishes.device_id = devices.id
    left join playlist_contents contents on contents.playlist_id = publishes.playlist_id
    window crowd as (partition by publishes.playlist_id, screens.revision is distinct from asked.has_revision)
    order by asked.place, publishes.playlist_id`.execute(db);
  const contents = new Map(
    rows.flatMap(({ playlist_id, items, files, layout, synchronized }) =>
      playlist_id !== null && items !== null && files !== null ? [[playlist_id, { items, files, layout, synchronized }] as const] : [],
    ),
  );
  const rowsOf = Map.groupBy(rows, ({ place }) => place);
  return questions.map(({ knownRevision }, index) => ({ knownRevision, rows: rowsOf.get(index + 1) ?? [], contents }));
}

export function presentManifest({ knownRevision, rows, contents }: ManifestParts, now: Date): FoundManifest {
  const published = rows.filter(isPublished);
  const revision = rows[0]?.revision ?? 0;
  return {
    revision,
    body: revision === knownRevision ? null : serializeManifest({ revision, of: rows[0], published, contents, now }),
    missing: published.filter((row) => row.contents === null).map((row) => row.playlist_id),
  };
}

type ManifestPublishRow = ManifestRow & { playlist_id: string };
const isPublished = (row: ManifestRow): row is ManifestPublishRow => row.playlist_id !== null;

/** Contents of playlists are stored as JSON and inserted unchanged. */
function serializeManifest({
  revision,
  of,
  published,
  contents,
  now,
}: {
  revision: number;
  of: ManifestRow | undefined;
  published: ManifestPublishRow[];
  contents: ManifestParts['contents'];
  now: Date;
}): string {
  const device = of === undefined || of.device_id === null ? null : presentDevice(of.device_id, of, now);
  const shown = published.map((row) => contents.get(row.playlist_id));
  const publishes = published.map((row, index) => serializePublish(row, shown[index])).join(',');
  const sources = presentSources(published.flatMap((row) => row.sources ?? []));
  const serializedSources = sources.length === 0 ? '' : `,"sources":${JSON.stringify(sources)}`;
  return `{"revision":${revision},"device":${JSON.stringify(device)},"publishes":[${publishes}],"files":${serializeFiles(shown)}${serializedSources}}`;
}

const deviceSettings = sql`devices.name as device_name, devices.time_zone, devices.show_info, devices.fit, devices.rotation, devices.volume,
  ${selectOperation}`;

const presentDevice = (id: string, row: DeviceSettingsRow, now: Date): Manifest['device'] => ({
  id,
  name: row.device_name,
  timeZone: row.time_zone,
  utcOffsets: utcOffsetsOf(row.time_zone, now),
  showInfo: row.show_info,
  fit: pictureFit.parse(row.fit),
  rotation: rotation.nullable().parse(row.rotation),
  volume: row.volume,
  ...presentManifestOperation(row),
});

function serializePublish(row: ManifestPublishRow, shown: SerializedContents | undefined): string {
  const publish: Omit<ManifestPublish, 'items' | 'layout' | 'synchronized'> = {
    publishId: row.playlist_id,
    playlistId: row.playlist_id,
    name: row.playlist_name,
    main: row.is_main,
    activatedAt: row.activated_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
    ...parseSchedule(row),
    ...(row.contents !== null && { contents: row.contents }),
  };
  return `${JSON.stringify(publish).slice(0, -1)},"items":${shown?.items ?? '[]'}${serializePlayback(shown)}}`;
}

/** Returns the layout and synchronized playback as JSON, without those that are not set. */
const serializePlayback = (shown: Pick<SerializedContents, 'layout' | 'synchronized'> | undefined): string =>
  (shown?.layout ? `,"layout":${shown.layout}` : '') + (shown?.synchronized ? ',"synchronized":true' : '');

/** A file that several playlists have is named once. */
function serializeFiles(shown: (SerializedContents | undefined)[]): string {
  const serialized = shown.map((contents) => contents?.files ?? '[]');
  if (serialized.length <= 1) return serialized[0] ?? '[]';
  return JSON.stringify(uniqueFiles(serialized.flatMap((text) => JSON.parse(text) as ManifestFile[])));
}

/** Returns the names and settings of these devices as their manifests contain them. */
export async function listDeviceSettings(db: Db, deviceIds: string[], now: Date): Promise<Map<string, Manifest['device']>> {
  const { rows } = await sql<DeviceSettingsRow & { id: string }>`
    select devices.id, ${deviceSettings} from devices where devices.id = any(${toUuidArray(deviceIds)})`.execute(db);
  return new Map(rows.map((row) => [row.id, presentDevice(row.id, row, now)]));
}

/** Returns contents of a playlist that a message can carry: with this digest, at most `maxBytes` as JSON, without a layout and not synchronized. */
export async function findPlaylistContents(
  db: Db,
  playlistId: string,
  digest: string,
  maxBytes: number,
): Promise<Omit<PlaylistContents, 'digest'> | undefined> {
  const { rows } = await sql<Pick<SerializedContents, 'items' | 'files'>>`
    select items, files from playlist_contents contents
    where playlist_id = ${playlistId} and digest = decode(${digest}, 'hex') and octet_length(items) + octet_length(files) <= ${maxBytes}
      and ${contentsLayout} is null and ${areContentsSynchronized} is not true`.execute(db);
  const [row] = rows;
  return (
    row && {
      items: JSON.parse(row.items) as PlaylistContents['items'],
      files: JSON.parse(row.files) as PlaylistContents['files'],
    }
  );
}

/** JSON of what a playlist shows that the screen's device has; undefined for any other. */
export async function findPlaylistContentsForScreen(db: Db, screenId: string, digest: string): Promise<string | undefined> {
  const { rows } = await sql<SerializedContents>`
    select contents.items, contents.files, ${contentsLayout} as layout, ${areContentsSynchronized} as synchronized from devices
    join publishes on publishes.device_id = devices.id
    join playlist_contents contents on contents.playlist_id = publishes.playlist_id
    where devices.screen_id = ${screenId} and contents.digest = decode(${digest}, 'hex') limit 1`.execute(db);
  const [row] = rows;
  return row && `{"digest":"${digest}","items":${row.items}${serializePlayback(row)},"files":${row.files}}`;
}

/** Returns true when the screen's manifest contains this file. */
export async function isFileInScreenManifest(db: Db, screenId: string, sha256: string): Promise<boolean> {
  const result = await sql`
    select from devices
    join publishes on publishes.device_id = devices.id
    join playlist_contents contents on contents.playlist_id = publishes.playlist_id
    where devices.screen_id = ${screenId} and decode(${sha256}, 'hex') = any(contents.sha256s) limit 1`.execute(db);
  return result.rows.length > 0;
}
