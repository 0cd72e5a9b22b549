import { sql } from 'kysely';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { bulkInsertTables } from './bulk-insert.ts';

export interface ListsData {
  /** Number of media in the large album. */
  bigAlbum: number;
  /** Number of albums of the account, with one media each. */
  ownAlbums: number;
  /** Number of other accounts, each with ten albums of `mediaPerAlbum` media. */
  otherAccounts: number;
  mediaPerAlbum: number;
}

export interface GeneratedLists {
  bigAlbumId: string;
  /** Account with ten albums of `mediaPerAlbum` media. */
  smallUserId: string;
}

const BIG_ALBUM_ID = '00000000-0000-7000-8000-00000000b16a';
/** Returns an SQL expression for an id that contains a letter for its kind and a number: `a` for albums, `f` for files, `d` for media. */
const idSql = (letter: string, number: string) => sql.raw(`('0000000${letter}-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`);

/**
 * Inserts lists of media without triggers and computes at the end what the triggers maintain. Names look like those of cameras; every thousandth contains a rare
 * word.
 */
export async function generateLists(db: Database, personId: string, data: ListsData): Promise<GeneratedLists> {
  await bulkInsertTables(db, ['users', 'albums', 'files', 'media'], async (tx) => {
    await sql`insert into users (id, name, email, password_hash, platform, verified_at)
      select ${idSql('c', 'n')}, 'Person ' || n, 'person' || n || '@example.com', '-', 'PP', now()
      from generate_series(1, ${data.otherAccounts}::integer) n`.execute(tx);
    await sql`insert into albums (id, name, created_by) values (${BIG_ALBUM_ID}, 'Everything', ${personId})`.execute(tx);
    await sql`insert into albums (id, name, created_by, updated_at)
      select ${idSql('a', 'n')}, 'Album ' || md5(n::text), ${personId}, now() - make_interval(secs => n)
      from generate_series(1, ${data.ownAlbums}::integer) n`.execute(tx);
    await sql`insert into albums (id, name, created_by, updated_at)
      select ${idSql('b', 'n')}, 'Album ' || md5(n::text), ${idSql('c', '(n - 1) / 10 + 1')}, now() - make_interval(secs => n)
      from generate_series(1, ${data.otherAccounts * 10}::integer) n`.execute(tx);
    await insertMedia(tx as Database, 1, data.bigAlbum, sql`${BIG_ALBUM_ID}::uuid`, sql`${personId}::uuid`);
    await insertMedia(tx as Database, data.bigAlbum + 1, data.ownAlbums, idSql('a', `(n - ${data.bigAlbum})`), sql`${personId}::uuid`);
    const ownCount = data.bigAlbum + data.ownAlbums;
    const album = `((n - ${ownCount} - 1) / ${data.mediaPerAlbum} + 1)`;
    const otherCount = data.otherAccounts * 10 * data.mediaPerAlbum;
    await insertMedia(tx as Database, ownCount + 1, otherCount, idSql('b', album), idSql('c', `((${album} - 1) / 10 + 1)`));
    await sql`update albums set image_count = contents.images, size_bytes = contents.bytes
      from (select album_id, count(*) as images, sum(size_bytes) as bytes from media group by album_id) contents
      where albums.id = contents.album_id`.execute(tx);
  });
  return { bigAlbumId: BIG_ALBUM_ID, smallUserId: '0000000c-0000-7000-8000-000000000001' };
}

/** Moves the large album and a thousand small ones to a new family, and adds two smaller copies of each image, as the product stores them. */
export async function makeFamily(
  db: Database,
  { ownerId, memberId, bigAlbumId }: { ownerId: string; memberId: string; bigAlbumId: string },
): Promise<string> {
  const orgId = '00000000-0000-7000-8000-00000000fa31';
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`insert into organisations (id, name) values (${orgId}, 'Family')`.execute(tx);
    await sql`insert into organisation_members (org_id, user_id, org_role) values
      (${orgId}, ${ownerId}, 'owner'), (${orgId}, ${memberId}, 'subAdmin')`.execute(tx);
    const small = sql`select ${idSql('a', 'n')} from generate_series(1, 1000) n`;
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

type Sql = ReturnType<typeof sql>;

async function insertMedia(db: Database, first: number, count: number, albumId: Sql, ownerId: Sql): Promise<void> {
  const numbers = sql`generate_series(${first}::integer, ${first + count - 1}::integer) n`;
  await sql`insert into files (id, owner_id, role, storage_key, sha256, size_bytes, mimetype, kind, width, height)
    select ${idSql('f', 'n')}, ${ownerId}, 'original', 'x/' || n, md5(n::text) || md5(n::text), 1000 + n % 1000, 'image/jpeg', 'image', 4000, 3000
    from ${numbers}`.execute(db);
  await sql`insert into media (id, album_id, owner_id, file_id, kind, name, caption, sequence, status, uploaded_by, size_bytes, updated_at)
    select ${idSql('d', 'n')}, ${albumId}, ${ownerId}, ${idSql('f', 'n')}, 'image',
      'IMG_' || n || case when n % 1000 = 7 then ' zebra' else '' end,
      case when n % 50 = 0 then 'A day at the sea with friends' else '' end, n, 6, ${ownerId}, 1000 + n % 1000, now() - make_interval(secs => n)
    from ${numbers}`.execute(db);
}
