import type { Album, Media } from '@vitrine/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { anAlbum, aPerson, aPhoto, aPlan, type TestPerson } from '../../testing/builders.ts';
import { anOrganisation } from '../../testing/organisations.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let album: Album;

beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test);
  await aPlan(test, ana);
});
afterAll(() => test.close());
beforeEach(async () => {
  album = await anAlbum(ana);
});

const list = async (albumId = album._id, query = ''): Promise<Media[]> =>
  (await ana.call('GET', `/medias/${albumId}?dataPerPage=300${query}`)).json<{ result: Media[] }>().result;
const names = async (albumId = album._id, query = '') => (await list(albumId, query)).map((media) => media.name).join('');

/** Inserts media named a, b, c … of one file, because only their order matters here. */
async function fill(count: number, albumId = album._id): Promise<string[]> {
  const { mediaFile } = await aPhoto(test, ana, (await anAlbum(ana))._id);
  const rows = Array.from({ length: count }, (_, at) => ({
    id: newId(),
    album_id: albumId,
    file_id: mediaFile.key,
    kind: 'image',
    name: String.fromCharCode(97 + at),
    sequence: at + 1,
    status: 6,
    uploaded_by: ana.user._id,
    size_bytes: 10,
  }));
  await test.db.insertInto('media').values(rows).execute();
  return rows.map((row) => row.id);
}

const order = (mediaIdArr: (string | undefined)[], beforeId: string | null | undefined, person = ana) =>
  person.call('PUT', `/medias/${album._id}/order`, { mediaIdArr, beforeId });

describe('the order of media', () => {
  it('changes by moving media before another, in the given order, or to the end', async () => {
    const [a, b, c, d, e] = await fill(5);
    expect((await order([d, a], c)).statusCode).toBe(200);
    expect(await names()).toBe('bdace');
    await order([b, e], null);
    expect(await names()).toBe('dacbe');
    await order([c], d);
    expect(await names()).toBe('cdabe');
  });

  it('changes by moving to a position from 1; a larger position means the end', async () => {
    const [a, , c] = await fill(4);
    expect((await ana.call('PUT', `/medias/${c}`, { sequence: 1 })).statusCode).toBe(200);
    expect(await names()).toBe('cabd');
    await ana.call('PUT', `/medias/${a}`, { sequence: 3 });
    expect(await names()).toBe('cbad');
    await ana.call('PUT', `/medias/${c}`, { sequence: 99 });
    expect(await names()).toBe('badc');
  });

  it('allows any number of moves into the same gap', async () => {
    const [, b, c, d] = await fill(4);
    for (let round = 0; round < 120; round++) await order([[c, d][round % 2]], [d, c][round % 2]);
    await order([c], d);
    expect(await names()).toBe('abcd');
    for (let round = 0; round < 120; round++) await order([[c, d][round % 2]], b);
    expect((await names()).replace(/[cd]/g, '')).toBe('ab');
    expect(await names()).toHaveLength(4);
  });

  it('allows any number of moves from another album into the same gap', async () => {
    const [first] = await fill(2);
    const source = (await anAlbum(ana))._id;
    let before = (await list())[1]?._id;
    for (const id of await fill(60, source)) {
      const body = { albumId: album._id, mediaIdArr: [id], beforeIdArr: [before] };
      expect((await ana.call('PUT', `/medias/${source}/move`, body)).statusCode).toBe(200);
      expect((await list()).slice(0, 2).map(({ _id }) => _id)).toEqual([first, id]);
      before = id;
    }
  });

  it('refuses media that are not in the album, and moving media before themselves', async () => {
    const [a, b] = await fill(2);
    const elsewhere = (await fill(1, (await anAlbum(ana))._id))[0];
    expect((await order([a, elsewhere], b)).statusCode).toBe(404);
    expect((await order([a], elsewhere)).statusCode).toBe(404);
    expect((await order([a], a)).statusCode).toBe(422);
    expect(await names()).toBe('ab');
  });

  it('contains each media exactly once after concurrent changes', async () => {
    const bob = await aPerson(test, { name: 'Bob' });
    const orgId = await anOrganisation(test, ana, bob);
    await test.db.updateTable('albums').set({ org_id: orgId }).where('id', '=', album._id).execute();
    const other = await anAlbum(ana, { name: 'Other' });
    const place = fc.integer({ min: 0, max: 7 });
    const deed = fc.record({ what: fc.constantFrom('order', 'number', 'delete', 'move'), one: place, two: place, three: place });
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { maxLength: 6 }), fc.array(deed, { maxLength: 6 }), async (anas, bobs) => {
        await test.db.deleteFrom('media').where('album_id', 'in', [album._id, other._id]).execute();
        await test.db.deleteFrom('binned_media').execute();
        const ids = await fill(8);
        const act = async (person: TestPerson, deeds: typeof anas) => {
          for (const { what, one, two, three } of deeds) {
            const before = three === one || three === two ? null : ids[three];
            const call = {
              order: () => order([...new Set([ids[one], ids[two]])], before, person),
              number: () => person.call('PUT', `/medias/${ids[one]}`, { sequence: two + 1 }),
              delete: () => person.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [ids[one]] }),
              move: () => ana.call('PUT', `/medias/${album._id}/move`, { albumId: other._id, mediaIdArr: [ids[one]] }),
            }[what as 'order'];
            expect([200, 404]).toContain((await call()).statusCode);
          }
        };
        await Promise.all([act(ana, anas), act(bob, bobs)]);
        const binned = await test.db.selectFrom('binned_media').select('id').execute();
        const everywhere = [...(await list()), ...(await list(other._id))].map((media) => media._id).concat(binned.map((row) => row.id));
        expect(everywhere.toSorted()).toEqual(ids.toSorted());
        const { image_count } = await test.db
          .selectFrom('albums')
          .select('image_count')
          .where('id', '=', album._id)
          .executeTakeFirstOrThrow();
        expect(image_count).toBe((await list()).length);
      }),
      { numRuns: 12 },
    );
  });
});

describe('pages of media', () => {
  it('continue by number and after the previous media, for every sort and filter', async () => {
    await fill(7);
    for (const sort of ['', '&sort=az', '&sort=za', '&sort=lastmodified'])
      for (const filter of ['', '&filter=image']) {
        const whole = (await list(album._id, sort + filter)).map((media) => media._id);
        const ids = (await ana.call('GET', `/medias/${album._id}/ids?${(sort + filter).slice(1)}`)).json<{ result: string[] }>().result;
        expect(ids).toEqual(whole);
        const page = async (query: string) =>
          (await ana.call('GET', `/medias/${album._id}?dataPerPage=3${query}${sort}${filter}`))
            .json<{ result: Media[] }>()
            .result.map((media) => media._id);
        expect(await page('&page=2')).toEqual(whole.slice(3, 6));
        expect(await page(`&after=${whole[2]}`)).toEqual(whole.slice(3, 6));
        expect(await page(`&after=${whole[6]}`)).toEqual([]);
      }
    expect(await list(album._id, '&filter=video')).toEqual([]);
    expect((await ana.call('GET', `/medias/${album._id}?after=${newId()}`)).statusCode).toBe(404);
  });

  it('continue after media that were deleted since the previous page', async () => {
    const [, b] = await fill(4);
    await ana.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [b] });
    expect(await names(album._id, `&after=${b}`)).toBe('cd');
  });

  it('have a layout with one aspect ratio per media, with an ETag that changes only with the layout', async () => {
    const photo = await aPhoto(test, ana, album._id);
    await aPhoto(test, ana, album._id);
    await ana.call('POST', `/uploads/media/rotate/${photo._id}`, { rotateAngle: 90 });
    const answer = await ana.call('GET', `/medias/${album._id}/layout`);
    const { count, ratios } = answer.json<{ result: { count: number; ratios: string } }>().result;
    const bytes = Buffer.from(ratios, 'base64');
    expect([count, bytes.readUInt16LE(0), bytes.readUInt16LE(2)]).toEqual([2, 625, 1600]);
    const again = (etag: string) =>
      test.app.inject({ url: `/api/medias/${album._id}/layout`, headers: { authorization: ana.token, 'if-none-match': etag } });
    const etag = String(answer.headers.etag);
    expect((await again(etag)).statusCode).toBe(304);
    await ana.call('POST', `/uploads/media/rotate/${photo._id}`, { rotateAngle: 90 });
    expect((await again(etag)).statusCode).toBe(200);
    const none = (await anAlbum(ana))._id;
    expect((await ana.call('GET', `/medias/${none}/layout`)).json().result).toEqual({ count: 0, ratios: '' });
  });
});
