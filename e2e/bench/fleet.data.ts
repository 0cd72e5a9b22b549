import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { newId } from '../../apps/server/src/platform/ids.ts';
import type { ScreenIdentity } from '../../scripts/simulate/simulated-screen.ts';
import type { ApiPerson } from '../api.ts';
import { until } from '../faults/round.ts';
import type { Product } from '../product.ts';
import { openProductDatabase } from '../product-database.ts';

export interface FleetData {
  identities: ScreenIdentity[];
  deviceIds: string[];
  playlistIds: [string, string];
}

/** So many devices of one person, whose screens are known to the registry, and two playlists of a photo each. */
export async function makeFleet(product: Product, person: ApiPerson, size: number): Promise<FleetData> {
  const numbers = Array.from({ length: size }, (_, index) => index);
  const identities = numbers.map((index) => ({ deviceId: `A${String(index).padStart(5, '0')}`, secret: `secret of ${index}` }));
  const screenIds = numbers.map(() => newId());
  const deviceIds = numbers.map(() => newId());
  const { db, close } = await openProductDatabase(product);
  const codes = identities.map(({ deviceId }) => deviceId);
  const hashes = identities.map(({ secret }) => createHash('sha256').update(secret).digest('hex'));
  await sql`insert into screens (id, device_code, secret_hash)
    select id, code, decode(hash, 'hex') from unnest(${screenIds}::uuid[], ${codes}::text[], ${hashes}::text[]) as given (id, code, hash)`.execute(
    db,
  );
  await sql`insert into devices (id, screen_id, name, time_zone, user_id)
    select id, screen_id, 'Screen', 'UTC', ${person.userId} from unnest(${deviceIds}::uuid[], ${screenIds}::uuid[]) as given (id, screen_id)`.execute(
    db,
  );
  await sql`analyze screens, devices`.execute(db);
  await close();
  return { identities, deviceIds, playlistIds: [await aPlaylist(person, 'Red', '#c02020'), await aPlaylist(person, 'Blue', '#2030c0')] };
}

async function aPlaylist(person: ApiPerson, name: string, colour: string): Promise<string> {
  const album = await person.album(name);
  const bytes = await sharp({ create: { width: 640, height: 360, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();
  const { key } = await person.upload(`${name}.jpg`, bytes);
  await person.attach(album._id, [key]);
  await until('the photo is ready', async () => (await person.media(album._id))[0]?.status === 6);
  return (await person.playlist(name, [album._id]))._id;
}
