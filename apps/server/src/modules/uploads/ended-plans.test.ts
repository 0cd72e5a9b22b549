/** An ended plan blocks new uploads by every route, and does not affect existing content. */
import { Readable } from 'node:stream';
import { TUS_PATH } from '@vitrine/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, aPhoto, aPlan, postFile, type TestPerson } from '../../testing/builders.ts';
import { connectFtpClient, startTestFtp } from '../../testing/ftp-client.ts';
import { aJpeg } from '../../testing/media-files.ts';
import { anOrganisation } from '../../testing/organisations.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import type { TestApp } from '../../testing/test-app.ts';

const HOUR_MS = 3_600_000;
const ENDED = 'Your plan has ended. Renew it to add more. Your content is kept and keeps playing.';
let test: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
});
beforeEach(async () => {
  ana = await aPerson(test);
});
afterAll(() => test.close());

const end = (person: TestPerson) => aPlan(test, person, { endsAt: new Date(Date.now() - HOUR_MS) });
const beginTus = (person: TestPerson, albumId: string, sizeBytes = 5000) =>
  test.app.inject({
    method: 'POST',
    url: TUS_PATH,
    headers: {
      authorization: person.token,
      'tus-resumable': '1.0.0',
      'upload-length': String(sizeBytes),
      'upload-metadata': `filename ${btoa('wall.jpg')},albumId ${btoa(albumId)}`,
    },
  });

describe('after the end of a plan, the server', () => {
  it('refuses form and resumable uploads without leaving anything behind', async () => {
    const album = await anAlbum(ana);
    await end(ana);
    const form = await postFile(test, ana, { name: 'a.jpg', bytes: await aJpeg() });
    expect([form.statusCode, form.json()]).toMatchObject([403, { code: 'PLAN_ENDED', message: ENDED }]);
    const tus = await beginTus(ana, album._id);
    expect([tus.statusCode, tus.json()]).toMatchObject([403, { code: 'PLAN_ENDED', message: ENDED }]);
    expect(await test.db.selectFrom('upload_reservations').selectAll().execute()).toEqual([]);
  });

  it('answers 552 by FTP, and lists existing media', async () => {
    const server = await startTestFtp(test);
    const album = await anAlbum(ana);
    await aPhoto(test, ana, album._id, { name: 'there.jpg' });
    await end(ana);
    const client = await connectFtpClient(server, ana);
    const bytes = await aJpeg();
    await expect(client.uploadFrom(Readable.from([bytes]), '/Summer/a.jpg')).rejects.toThrow(`552 ${ENDED}`);
    await expect(client.send('MKD /Winter')).rejects.toThrow(`552 ${ENDED}`);
    expect((await client.list('/Summer')).map((entry) => entry.name)).toEqual(['there.jpg']);
    client.close();
    await server.stop();
  });

  it('completes an upload that was reserved before', async () => {
    const album = await anAlbum(ana);
    const bytes = await aJpeg();
    const { headers } = await beginTus(ana, album._id, bytes.length);
    await end(ana);
    const sent = await test.app.inject({
      method: 'PATCH',
      url: String(headers.location),
      headers: {
        authorization: ana.token,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      payload: bytes,
    });
    expect([sent.statusCode, typeof sent.headers['x-media-id']]).toEqual([204, 'string']);
  });

  it('refuses to copy others’ media, moves own ones, and restores everything from the bin', async () => {
    const ben = await aPerson(test);
    const [theirs, one, two] = [await anAlbum(ben), await anAlbum(ana), await anAlbum(ana)];
    await joinAlbum(ben, theirs._id, ana, 'write');
    const [foreign, own] = [await aPhoto(test, ben, theirs._id, { colour: '#aa1122' }), await aPhoto(test, ana, one._id)];
    await end(ana);
    const copy = (from: string, mediaId: string) => ana.call('PUT', `/medias/${from}/copy`, { albumId: two._id, mediaIdArr: [mediaId] });
    expect((await copy(theirs._id, foreign._id)).json()).toMatchObject({ code: 'PLAN_ENDED' });
    expect((await copy(one._id, own._id)).statusCode).toBe(200);
    await ana.call('DELETE', `/medias/${one._id}`, { mediaIdArr: [own._id] });
    expect((await ana.call('PUT', `/bin/${ana.user._id}/restore`, { albumIdArr: [], mediaIdArr: [own._id] })).statusCode).toBe(200);
  });
});

describe('an organisation’s album', () => {
  it('accepts uploads while the family owner’s plan is active, regardless of the uploader’s plan', async () => {
    const owner = await aPerson(test);
    const orgId = await anOrganisation(test, owner, ana);
    await aPlan(test, owner);
    const { result: album } = (await owner.call('POST', '/albums', { name: 'Family', orgId })).json<{ result: { _id: string } }>();
    await end(ana);
    expect((await beginTus(ana, album._id)).statusCode).toBe(201);
    await end(owner);
    await aPlan(test, ana);
    expect((await beginTus(ana, album._id)).json()).toMatchObject({ code: 'PLAN_ENDED' });
  });
});
