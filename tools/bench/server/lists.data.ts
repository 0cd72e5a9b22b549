import { sql } from 'kysely';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { bulkInsertTables } from './filling.ts';

export interface ListsData {
  /** Media of one album. */
  bigAlbum: number;
  /** Albums of the person, with one media each. */
  ownAlbums: number;
  /** Number of other accounts, each with ten albums of `theirMedia` media. */
  others: number;
  theirMedia: number;
}

export interface GeneratedLists {
  bigAlbumId: string;
  /** Has 1,000 media in ten albums. */
  smallUserId: string;
}

const BIG = '00000000-0000-7000-8000-00000000b16a';
/** Ids that show their kind: `a` for albums, `f` for files, `d` for media, followed by a number. */
const numbered = (letter: string, number: string) =>
  sql.raw(`('0000000${letter}-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`);

/**
 * Inserts lists of media without triggers and computes at the end what the triggers maintain. Names look like those of cameras, with a rare word in every
 * thousandth.
 */
export async function generateLists(db: Database, personId: string, data: ListsData): Promise<GeneratedLists> {
  await bulkInsertTables(db, ['users', 'albums', 'files', 'media'], async (tx) => {
    await sql`insert into users (id, name, email, password_hash, platform, verified_at)
      select ${numbered('c', 'n')}, 'Person ' || n, 'person' || n || '@example.com', '-', 'PP', now()
      from generate_series(1, ${data.others}::integer) n`.execute(tx);
    await sql`insert into albums (id, name, created_by) values (${BIG}, 'Everything', ${personId})`.execute(tx);
    await sql`insert into albums (id, name, created_by, updated_at)
      select ${numbered('a', 'n')}, 'Album ' || md5(n::text), ${personId}, now() - make_interval(secs => n)
      from generate_series(1, ${data.ownAlbums}::integer) n`.execute(tx);
    await sql`insert into albums (id, name, created_by, updated_at)
      select ${numbered('b', 'n')}, 'Album ' || md5(n::text), ${numbered('c', '(n - 1) / 10 + 1')}, now() - make_interval(secs => n)
      from generate_series(1, ${data.others * 10}::integer) n`.execute(tx);
    await insertMedia(tx as Database, 1, data.bigAlbum, sql`${BIG}::uuid`, sql`${personId}::uuid`);
    await insertMedia(tx as Database, data.bigAlbum + 1, data.ownAlbums, numbered('a', `(n - ${data.bigAlbum})`), sql`${personId}::uuid`);
    const before = data.bigAlbum + data.ownAlbums;
    const album = `((n - ${before} - 1) / ${data.theirMedia} + 1)`;
    const rest = data.others * 10 * data.theirMedia;
    await insertMedia(tx as Database, before + 1, rest, numbered('b', album), numbered('c', `((${album} - 1) / 10 + 1)`));
    await sql`update albums set image_count = contents.images, size_bytes = contents.bytes
      from (select album_id, count(*) as images, sum(size_bytes) as bytes from media group by album_id) contents
      where albums.id = contents.album_id`.execute(tx);
  });
  return { bigAlbumId: BIG, smallUserId: '0000000c-0000-7000-8000-000000000001' };
}

/** The huge album and a thousand of the small ones become a family's, with two smaller copies of each picture, as the product keeps them. */
export async function makeFamily(
  db: Database,
  { ownerId, memberId, bigAlbumId }: { ownerId: string; memberId: string; bigAlbumId: string },
): Promise<string> {
  const orgId = '00000000-0000-7000-8000-00000000fa31';
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`insert into organisations (id, name) values (${orgId}, 'Everybody')`.execute(tx);
    await sql`insert into organisation_members (org_id, user_id, org_role) values
      (${orgId}, ${ownerId}, 'owner'), (${orgId}, ${memberId}, 'subAdmin')`.execute(tx);
    const small = sql`select ${numbered('a', 'n')} from generate_series(1, 1000) n`;
    await sql`update albums set org_id = ${orgId} where id = ${bigAlbumId} or id in (${small})`.execute(tx);
    await sql`update media set owner_id = ${orgId} from albums where albums.id = media.album_id and albums.org_id = ${orgId}`.execute(tx);
    for (const role of ['display', 'screen'])
      await sql`insert into files (id, owner_id, root_id, role, storage_key, size_bytes, mimetype, kind)
        select gen_random_uuid(), ${ownerId}, media.file_id, ${role}, ${role} || '/' || media.id, 1000, 'image/jpeg', 'image'
        from media join albums on albums.id = media.album_id where albums.org_id = ${orgId}`.execute(tx);
  });
  for (const table of ['albums', 'files', 'media']) await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  return orgId;
}

type Part = ReturnType<typeof sql>;

async function insertMedia(db: Database, first: number, count: number, albumId: Part, ownerId: Part): Promise<void> {
  const numbers = sql`generate_series(${first}::integer, ${first + count - 1}::integer) n`;
  await sql`insert into files (id, owner_id, role, storage_key, sha256, size_bytes, mimetype, kind, width, height)
    select ${numbered('f', 'n')}, ${ownerId}, 'original', 'x/' || n, md5(n::text) || md5(n::text), 1000 + n % 1000, 'image/jpeg', 'image', 4000, 3000
    from ${numbers}`.execute(db);
  await sql`insert into media (id, album_id, owner_id, file_id, kind, name, caption, sequence, status, uploaded_by, size_bytes, updated_at)
    select ${numbered('d', 'n')}, ${albumId}, ${ownerId}, ${numbered('f', 'n')}, 'image',
      'IMG_' || n || case when n % 1000 = 7 then ' zebra' else '' end,
      case when n % 50 = 0 then 'A day at the sea with everybody' else '' end, n, 6, ${ownerId}, 1000 + n % 1000, now() - make_interval(secs => n)
    from ${numbers}`.execute(db);
}
