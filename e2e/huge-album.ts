import { sql } from 'kysely';
import sharp from 'sharp';
import type { ApiPerson } from './api.ts';
import { openProductDatabase } from './product-database.ts';

/** Image sizes in portrait, square and landscape format. */
const SHAPES = [
  { width: 640, height: 480 },
  { width: 480, height: 640 },
  { width: 640, height: 427 },
  { width: 500, height: 500 },
  { width: 427, height: 640 },
  { width: 640, height: 360 },
] as const;

/** Inserting a hundred thousand media takes forty seconds because of the indexes. */
const INSERT_TIMEOUT_MS = 300_000;

/**
 * Creates an album of any size from a few real photos, each used by many media. Rows are inserted without triggers, and derived values are computed. Names
 * are `photo 1` and so on, in order.
 */
export async function makeHugeAlbum(person: ApiPerson, name: string, count: number, photos: number = SHAPES.length): Promise<string> {
  const source = await person.album('The photos themselves');
  const keys: string[] = [];
  for (let at = 0; at < photos; at++) keys.push((await person.upload(`${at}.jpg`, await createPhoto(at))).key);
  await person.attach(source._id, keys);
  await person.waitUntilReady(source._id);
  const album = await person.album(name);
  const database = await openProductDatabase(person.product, INSERT_TIMEOUT_MS);
  await database.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`with source as (
        select row_number() over (order by sequence) - 1 as place, owner_id, file_id, uploaded_by, size_bytes, ratio from media
        where album_id = ${source._id})
      insert into media (id, album_id, owner_id, file_id, kind, name, sequence, status, uploaded_by, size_bytes, ratio)
      select gen_random_uuid(), ${album._id}, owner_id, file_id, 'image', 'photo ' || n, n, 6, uploaded_by, size_bytes, ratio
      from generate_series(1, ${count}::integer) n join source on source.place = n % ${photos}::integer`.execute(tx);
    await sql`update albums set image_count = contents.images, size_bytes = contents.bytes
      from (select count(*) as images, sum(size_bytes) as bytes from media where album_id = ${album._id}) contents
      where id = ${album._id}`.execute(tx);
  });
  await sql`vacuum analyze media`.execute(database.db);
  await database.close();
  return album._id;
}

/** Creates a soft gradient in a different color for each number, which compresses to a small but not trivial size. */
function createPhoto(at: number): Promise<Buffer> {
  const { width, height } = SHAPES[at % SHAPES.length] ?? SHAPES[0];
  const [startColour, endColour] = [at * 47, at * 47 + 120].map((hue) => `hsl(${hue % 360} 60% 50%)`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x2="1" y2="1">
    <stop stop-color="${startColour}"/><stop offset="1" stop-color="${endColour}"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/><circle cx="${30 + ((at * 17) % 60)}%" cy="40%" r="22%" fill="#fff" opacity=".4"/></svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer();
}
