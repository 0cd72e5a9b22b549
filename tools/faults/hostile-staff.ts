import type { StaffVisit } from '@vitrine/contract';
import { aJpeg } from '../../apps/server/src/testing/media-files.ts';
import { ApiPerson } from '../../e2e/api.ts';
import { withProductDatabase } from '../../e2e/product-database.ts';
import { until } from '../../e2e/until.ts';
import type { Attack } from './attack.ts';
import { assert } from './round.ts';

const PHOTOS = 5;
const READY = 6;
/** Number of times that the administrator sends every request. */
const SWEEPS = 5;

interface Victim {
  person: ApiPerson;
  albumId: string;
  keys: string[];
}

async function createVictim({ product }: ApiPerson, name: string): Promise<Victim> {
  const person = await ApiPerson.create(product, `${name}-${Date.now()}@hostile-staff.example`);
  const album = await person.album('Private');
  const keys: string[] = [];
  for (let at = 0; at < PHOTOS; at++) keys.push((await person.upload(`${at}.jpg`, await aJpeg({ width: 60 + at, height: 40 }))).key);
  await person.attach(album._id, keys);
  // Otherwise the work on these photos would be measured with the attack.
  await until('the photos are ready', async () => (await person.media(album._id)).every(({ status }) => status === READY));
  const address = { street: '1 Secret Lane', city: 'Portland', state: 'Oregon', zipcode: '97201', country: 'US' };
  await person.request('POST', '/address', address);
  return { person, albumId: album._id, keys };
}

const listPaths = ({ person, albumId, keys }: Victim): string[] => [
  `/address/${person.userId}`,
  `/users/${person.userId}`,
  `/albums/${person.userId}`,
  `/albums/details/${albumId}`,
  `/albums/all/search?string=Private&userId=${person.userId}`,
  `/medias/${albumId}`,
  `/medias/${albumId}/ids`,
  `/medias/timeline?userId=${person.userId}`,
  `/medias/search?string=photo&userId=${person.userId}`,
  `/notifications/${person.userId}`,
  `/devices/users/${person.userId}`,
  `/playlists/${person.userId}`,
  ...keys.flatMap((key) => [`/uploads?key=${key}&width=64`, `/uploads?key=${key}`, `/uploads/media/download?key=${key}`]),
];

/** Requests everything that belongs to the victim, and returns the paths with a successful response. */
async function harvest(staff: ApiPerson, victim: Victim): Promise<string[]> {
  const readable = new Set<string>();
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const responses = await Promise.all(
      listPaths(victim).map(async (path) => {
        const response = await staff.bytes(path);
        await response.arrayBuffer();
        return { path, status: response.status };
      }),
    );
    for (const { path, status } of responses) {
      assert(status < 500, `${path} returned ${status}`);
      if (status === 200) readable.add(path);
    }
  }
  const zip = await staff.call('POST', '/uploads/zip', { albumId: victim.albumId });
  if (zip.status < 300) readable.add('/uploads/zip');
  return [...readable];
}

let prepared: { staff: ApiPerson; victim: Victim; root: Victim } | undefined;

/** An administrator tries to read a user's content without viewing the account, which must fail. While the account is viewed, every access must be counted. */
export const harvestAsStaff: Attack = {
  name: 'an administrator harvests an account',
  // Renditions of the viewed account's photos start decoders.
  memoryGrowthLimitMb: 400,
  async prepare(attacker) {
    const { product } = attacker;
    const staff = await ApiPerson.create(product, `admin-${Date.now()}@hostile-staff.example`, 'Hostile Admin');
    const setRole = (person: ApiPerson, columns: { role: string; is_super_admin?: boolean }) =>
      withProductDatabase(product, (db) => db.updateTable('users').set(columns).where('id', '=', person.userId).execute());
    await setRole(staff, { role: 'admin' });
    const [victim, root] = [await createVictim(attacker, 'victim'), await createVictim(attacker, 'root')];
    await setRole(root.person, { role: 'admin', is_super_admin: true });
    prepared = { staff, victim, root };
  },
  async run({ product }) {
    assert(prepared !== undefined, 'the accounts were not prepared');
    const { staff, victim, root } = prepared;
    for (const target of [victim, root]) {
      const readable = await harvest(staff, target);
      assert(readable.length === 0, `an administrator read without viewing the account: ${readable.join(', ')}`);
    }
    const refused = await staff.call('POST', '/console/views', { userId: root.person.userId });
    assert(refused.status === 404, `an administrator may view a super-admin: ${refused.status}`);

    await staff.request('POST', '/console/views', { userId: victim.person.userId });
    await harvest(staff, victim);
    await staff.request('DELETE', '/console/views');
    const [visit] = await victim.person.request<StaffVisit[]>('GET', '/users/activity');
    const counts = Object.fromEntries(visit?.items.map(({ kind, count }) => [kind, count]) ?? []);
    assert(visit?.staffName === 'Hostile Admin', 'the user is not notified who viewed the account');
    assert(counts['files'] === PHOTOS && counts['addresses'] === 1, `the visit counted ${JSON.stringify(counts)}`);
    const entries = await withProductDatabase(product, (db) =>
      db.selectFrom('audit_entries').select('action').where('user_id', '=', victim.person.userId).orderBy('id').execute(),
    );
    const actions = entries.map(({ action }) => action).join(', ');
    assert(actions === 'account.view, account.viewed', `the audit trail has ${actions}`);
    const readAfterwards = await harvest(staff, victim);
    assert(readAfterwards.length === 0, `an administrator still reads after leaving the account: ${readAfterwards.join(', ')}`);
  },
};
