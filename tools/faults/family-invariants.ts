import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { ApiPerson } from '../../e2e/api.ts';
import type { Product } from '../../e2e/product.ts';
import { withProductDatabase } from '../../e2e/product-database.ts';
import { assert } from './round.ts';

/** A family and the other content of its members. */
export interface FamilySetup {
  owner: ApiPerson;
  member: ApiPerson;
  /** A member with a Family Plan. */
  nextOwner: ApiPerson;
  orgId: string;
  albumId: string;
  screens: Record<'family' | 'member', { deviceId: string; secret: string; id: string }>;
  playlists: Record<'ofFamily' | 'ofMember', string>;
}

/** Queries that must return no rows at any time. */
const VIOLATIONS: Record<string, ReturnType<typeof sql>> = {
  'objects of a family that do not belong to its owner': sql`
    select object.id from (select id, org_id, created_by as user_id from albums
      union all select id, org_id, user_id from playlists union all select id, org_id, user_id from devices) object
    where object.org_id is not null and not exists (select from organisation_members owner
      where owner.org_id = object.org_id and owner.user_id = object.user_id and owner.org_role = 'owner')`,
  'families without an owner': sql`
    select id from organisations where not exists (select from organisation_members where org_id = organisations.id and org_role = 'owner')`,
  'media whose owner differs from the owner scope of their album': sql`
    select media.id from media join albums on albums.id = media.album_id
    where media.owner_id <> coalesce(albums.org_id, albums.created_by) and not exists (
      select from further_search_keys further where further.key = media.owner_id and further.user_id = albums.created_by)`,
  'files in an album whose owner has no access to the album': sql`
    select media.id from media join albums on albums.id = media.album_id join files on files.id = media.file_id
    where files.owner_id <> albums.created_by and not exists (select from album_shares where album_id = albums.id and user_id = files.owner_id)`,
  'accounts whose storage usage differs from their files': sql`
    select users.id from users left join storage_usage on storage_usage.user_id = users.id
    where coalesce(storage_usage.used_bytes, 0) + (select coalesce(sum(size_bytes), 0) from storage_additions where user_id = users.id)
      <> (select coalesce(sum(size_bytes), 0) from files where owner_id = users.id and root_id is null)`,
  'reservations without an upload': sql`select id from upload_reservations`,
  'publishes between accounts without a common family': sql`
    select publishes.id from publishes join playlists on playlists.id = publishes.playlist_id join devices on devices.id = publishes.device_id
    where playlists.user_id <> devices.user_id and not exists (
      select from organisation_members first join organisation_members second on second.org_id = first.org_id
      where first.user_id = playlists.user_id and second.user_id = devices.user_id)`,
};

/** Asserts the invariants of the family. Returns the id of its owner; undefined when the family does not exist. */
export async function checkFamilyInvariants(product: Product, { orgId, albumId }: FamilySetup): Promise<{ family: string | undefined }> {
  return withProductDatabase(product, async (db) => {
    for (const [name, query] of Object.entries(VIOLATIONS)) {
      const { rows } = await query.execute(db);
      assert(rows.length === 0, `${rows.length} ${name}: ${JSON.stringify(rows.slice(0, 3))}`);
    }
    const owner = db.selectFrom('organisation_members').select('user_id').where('org_id', '=', orgId).where('org_role', '=', 'owner');
    const family = (await owner.executeTakeFirst())?.user_id;
    const album = await db.selectFrom('albums').select(['org_id', 'created_by']).where('id', '=', albumId).executeTakeFirst();
    assert(album !== undefined, 'the album of the family does not exist');
    assert((album.org_id === null) === (family === undefined), 'only one of the album and the family records that the family exists');
    return { family };
  });
}

/** Lists the subjects of the emails to this account. */
export async function listMailSubjects({ product, email }: ApiPerson): Promise<string[]> {
  const folder = path.join(product.dataDir, 'mail');
  const subjects: string[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const text = await readFile(path.join(folder, name), 'utf8');
    if (text.includes(`To: ${email}`)) subjects.push(decodeSubject(/^Subject: (.*(?:\r?\n[ \t].*)*)/m.exec(text)?.[1] ?? ''));
  }
  return subjects;
}

/** Decodes the spaces and joins the lines of an encoded header. Other encoded characters are not decoded. */
const decodeSubject = (header: string): string =>
  header
    .replace(/\?=\s+=\?UTF-8\?Q\?/gi, '')
    .replace(/=20|_/g, ' ')
    .replace(/\r?\n[ \t]/g, ' ');
