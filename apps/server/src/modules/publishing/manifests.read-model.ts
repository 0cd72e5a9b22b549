import { type Manifest, type ManifestFile, type ManifestPublish, pictureFit, rotation } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { parseSchedule } from './publishing.rules.ts';

interface ManifestRow {
  revision: number;
  device_id: string | null;
  device_name: string;
  time_zone: string;
  show_info: boolean;
  fit: string;
  rotation: number | null;
  volume: number;
  /** Null where nothing is published. */
  id: string | null;
  playlist_id: string;
  playlist_name: string;
  is_main: boolean;
  activated_at: Date | null;
  updated_at: Date;
  schedule: unknown;
  has_contents: boolean;
  /** JSON; null when the screen has this revision. */
  items: string | null;
  files: string | null;
}

export interface FoundManifest {
  revision: number;
  /** As JSON; null when the screen has it. */
  body: string | null;
  /** Playlists whose contents are not serialized yet: without them the manifest is incomplete. */
  missing: string[];
}

/** The screen's manifest as of one moment: one statement reads its number and everything in it. */
export async function findManifest(db: Db, screenId: string, hasRevision: number | null): Promise<FoundManifest> {
  const { rows } = await sql<ManifestRow>`
    select screens.revision, devices.id as device_id, devices.name as device_name, devices.time_zone, devices.show_info,
      devices.fit, devices.rotation, devices.volume,
      publishes.id, publishes.playlist_id, playlists.name as playlist_name, publishes.is_main, publishes.activated_at, publishes.updated_at, publishes.schedule,
      contents.playlist_id is not null as has_contents,
      case when screens.revision is distinct from ${hasRevision}::integer then contents.items end as items,
      case when screens.revision is distinct from ${hasRevision}::integer then contents.files end as files
    from screens
    left join devices on devices.screen_id = screens.id
    left join publishes on publishes.device_id = devices.id
    left join playlists on playlists.id = publishes.playlist_id
    left join playlist_contents contents on contents.playlist_id = publishes.playlist_id
    where screens.id = ${screenId}
    order by publishes.id`.execute(db);
  const published = rows.filter((row) => row.id !== null);
  const revision = rows[0]?.revision ?? 0;
  return {
    revision,
    body: revision === hasRevision ? null : serializeManifest(revision, rows[0], published),
    missing: published.filter((row) => !row.has_contents).map((row) => row.playlist_id),
  };
}

/** The contents of playlists are stored as JSON text and inserted as they are: they may be hundreds of kilobytes. */
function serializeManifest(revision: number, of: ManifestRow | undefined, published: ManifestRow[]): string {
  const device = of === undefined || of.device_id === null ? null : deviceOf(of.device_id, of);
  const publishes = published.map(serializePublish).join(',');
  return `{"revision":${revision},"device":${JSON.stringify(device)},"publishes":[${publishes}],"files":${serializeFiles(published)}}`;
}

const deviceOf = (id: string, row: ManifestRow): Manifest['device'] => ({
  id,
  name: row.device_name,
  timeZone: row.time_zone,
  showInfo: row.show_info,
  fit: pictureFit.parse(row.fit),
  rotation: rotation.nullable().parse(row.rotation),
  volume: row.volume,
});

function serializePublish(row: ManifestRow): string {
  const publish: Omit<ManifestPublish, 'items'> = {
    publishId: row.id ?? '',
    playlistId: row.playlist_id,
    name: row.playlist_name,
    main: row.is_main,
    activatedAt: row.activated_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
    schedule: parseSchedule(row.schedule),
  };
  return `${JSON.stringify(publish).slice(0, -1)},"items":${row.items ?? '[]'}}`;
}

/** A file that several playlists have is named once. */
function serializeFiles(published: ManifestRow[]): string {
  const serialized = published.map((row) => row.files ?? '[]');
  if (serialized.length <= 1) return serialized[0] ?? '[]';
  const files = serialized.flatMap((text) => JSON.parse(text) as ManifestFile[]);
  return JSON.stringify([...new Map(files.map((file) => [file.sha256, file])).values()]);
}

/** True when the screen's manifest asks for this file. */
export async function isFileOfScreen(db: Db, screenId: string, sha256: string): Promise<boolean> {
  const result = await sql`
    select from devices
    join publishes on publishes.device_id = devices.id
    join playlist_contents contents on contents.playlist_id = publishes.playlist_id
    where devices.screen_id = ${screenId} and decode(${sha256}, 'hex') = any(contents.sha256s) limit 1`.execute(db);
  return result.rows.length > 0;
}
