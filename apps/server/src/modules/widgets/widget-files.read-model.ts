import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

const FILE_COLUMNS = sql`files.id, files.role, files.storage_key, files.sha256, files.size_bytes, files.mimetype, files.width, files.height`;

interface StoredFile {
  id: string;
  role: string;
  storage_key: string;
  sha256: string | null;
  size_bytes: number;
  mimetype: string;
  width: number | null;
  height: number | null;
}

/** A stored picture that widgets show, or from which such a copy is made. */
export type PictureFile = Omit<StoredFile, 'role'>;

/** Finds the file with the settings of a widget, and its copy of the picture. Undefined for media of other kinds. */
export async function findWidgetFiles(
  db: Db,
  mediaId: string,
): Promise<{ settings: Pick<StoredFile, 'id' | 'storage_key'>; picture: PictureFile | undefined } | undefined> {
  const { rows } = await sql<StoredFile>`
    select ${FILE_COLUMNS} from media cross join lateral (
      select * from files where id = media.file_id
      union all select * from files where root_id = media.file_id and role = 'asset') files
    where media.id = ${mediaId} and media.kind in ('widget', 'web', 'live')`.execute(db);
  const settings = rows.find(({ role }) => role === 'original');
  return settings && { settings, picture: rows.find(({ role }) => role === 'asset') };
}

/** Finds the largest copy of a photo that screens show, rotated as its album shows it. `copy` is null while the photo is being processed. */
export async function findPhotoCopy(db: Db, mediaId: string): Promise<{ kind: string; copy: PictureFile | null } | undefined> {
  const { rows } = await sql<{ photo_kind: string; id: string | null } & Omit<PictureFile, 'id'>>`
    select media.kind as photo_kind, ${FILE_COLUMNS} from media left join lateral (
      select * from files where root_id = media.file_id and rotation = media.rotation and role in ('screen', 'screen_hd')
      order by role = 'screen_hd' desc limit 1) files on true
    where media.id = ${mediaId}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { photo_kind: kind, id, ...copy } = row;
  return { kind, copy: id === null ? null : { id, ...copy } };
}
