import { createHash } from 'node:crypto';
import { LIMITS } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import sharp from 'sharp';
import { newId } from '../../apps/server/src/platform/ids.ts';
import type { ApiPerson } from '../../e2e/api.ts';
import type { RunningProduct } from '../../e2e/product.ts';
import { openProductDatabase, withProductDatabase } from '../../e2e/product-database.ts';
import { until } from '../../e2e/until.ts';
import type { ScreenIdentity } from '../simulate/screen-calls.ts';

export interface FleetData {
  identities: ScreenIdentity[];
  deviceIds: string[];
  playlistIds: [string, string];
  /** Albums of the playlists. */
  albumIds: [string, string];
}

/** Creates devices of one account with registered screens, and two playlists with this many photos each. */
export async function makeFleet(product: RunningProduct, person: ApiPerson<RunningProduct>, size: number, items = 1): Promise<FleetData> {
  const numbers = Array.from({ length: size }, (_, index) => index);
  const identities = numbers.map((index) => ({ deviceId: `A${String(index).padStart(5, '0')}`, secret: `secret of ${index}` }));
  const screenIds = numbers.map(() => newId());
  const deviceIds = numbers.map(() => newId());
  const { db, close } = await openProductDatabase(product);
  const codes = identities.map(({ deviceId }) => deviceId);
  const hashes = identities.map(({ secret }) => createHash('sha256').update(secret).digest('hex'));
  await sql`insert into screens (id, device_code, secret_hash)
    select id, code, decode(hash, 'hex') from unnest(${screenIds}::uuid[], ${codes}::text[], ${hashes}::text[]) as source (id, code, hash)`.execute(
    db,
  );
  await sql`insert into devices (id, screen_id, name, time_zone, user_id)
    select id, screen_id, 'Screen', 'UTC', ${person.userId} from unnest(${deviceIds}::uuid[], ${screenIds}::uuid[]) as source (id, screen_id)`.execute(
    db,
  );
  await sql`analyze screens, devices`.execute(db);
  await close();
  const [red, blue] = [await createPlaylist(person, 'Red', '#c02020', items), await createPlaylist(person, 'Blue', '#2030c0', items)];
  return { identities, deviceIds, playlistIds: [red.playlistId, blue.playlistId], albumIds: [red.albumId, blue.albumId] };
}

/** Publishes to all devices with parallel requests, because the number of devices per request is limited. */
export async function publishToAll(
  person: ApiPerson<RunningProduct>,
  { deviceIds }: Pick<FleetData, 'deviceIds'>,
  playlistId: string,
): Promise<void> {
  const starts = Array.from({ length: Math.ceil(deviceIds.length / LIMITS.publishDevices) }, (_, index) => index * LIMITS.publishDevices);
  await Promise.all(starts.map((start) => person.publish(playlistId, deviceIds.slice(start, start + LIMITS.publishDevices))));
}

/** Creates a playlist with one album. Only the first photo is uploaded; the others are inserted as rows. */
async function createPlaylist(
  person: ApiPerson<RunningProduct>,
  name: string,
  colour: string,
  items: number,
): Promise<{ playlistId: string; albumId: string }> {
  const { _id: albumId } = await person.album(name);
  const { key } = await person.upload(`${name}.jpg`, await createSmallPhoto(colour));
  await person.attach(albumId, [key]);
  await until('the photo is ready', async () => (await person.media(albumId))[0]?.status === 6);
  if (items > 1) await duplicateFirstPhoto(person, albumId, items - 1);
  return { playlistId: (await person.playlist(name, [albumId]))._id, albumId };
}

export const createSmallPhoto = (colour: string): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 360, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

/** Inserts processed media with separate files and hashes. The files have no bytes, because nothing loads them. */
async function duplicateFirstPhoto(person: ApiPerson<RunningProduct>, albumId: string, count: number): Promise<void> {
  const [mediaIds, rootIds, copyIds] = Array.from({ length: 3 }, () => Array.from({ length: count }, () => newId()));
  const sourceRows = sql`unnest(${mediaIds}::uuid[], ${rootIds}::uuid[], ${copyIds}::uuid[]) with ordinality as source (media_id, root_id, copy_id, n)`;
  const first = sql`select media.* from media where album_id = ${albumId} order by sequence limit 1`;
  await withProductDatabase(person.product, async (db) => {
    for (const [role, id, root] of [
      ['original', sql`source.root_id`, sql`null::uuid`],
      ['screen', sql`source.copy_id`, sql`source.root_id`],
    ] as const) {
      await sql`
        insert into files (id, owner_id, root_id, role, storage_key, sha256, size_bytes, mimetype, kind, original_name, width, height, recipe)
        select ${id}, files.owner_id, ${root}, ${role}, 'rows/' || ${id}, encode(sha256(${id}::text::bytea), 'hex'),
          files.size_bytes, files.mimetype, files.kind, files.original_name, files.width, files.height, files.recipe
        from ${sourceRows}, (${first}) media
        join files on files.role = ${role} and (files.id = media.file_id or files.root_id = media.file_id)`.execute(db);
    }
    await sql`
      insert into media (id, album_id, file_id, kind, name, sequence, status, uploaded_by, size_bytes)
      select source.media_id, media.album_id, source.root_id, media.kind, 'photo ' || n, media.sequence + n, media.status, media.uploaded_by, media.size_bytes
      from ${sourceRows}, (${first}) media`.execute(db);
  });
}
