/** Families by FTP: the root is the account's default mode, and a family of another owner is a folder. Access ends with the membership. */
import net from 'node:net';
import { Readable } from 'node:stream';
import type { Album, Media } from '@vitrine/contract';
import type { Client } from 'basic-ftp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FtpServer } from '../../platform/ftp/ftp-server.ts';
import { anAlbum, aPerson, aStoredPhoto, type TestPerson } from '../../testing/builders.ts';
import { aFamily } from '../../testing/families.ts';
import { connectFtpClient, passivePort, rawFtp, startTestFtp } from '../../testing/ftp-client.ts';
import { aJpeg, truncate } from '../../testing/media-files.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { findStorageUsage } from '../entitlements/index.ts';

let test: TestApp;
let server: FtpServer;
beforeAll(async () => {
  test = await openTestApp();
  server = await startTestFtp(test);
});
afterAll(async () => {
  await server.stop();
  await test.close();
});

const names = async (client: Client, folder: string) => (await client.list(folder)).map((entry) => entry.name);
const put = (client: Client, bytes: Buffer, remotePath: string) => client.uploadFrom(Readable.from([bytes]), remotePath);
const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: Error) => error.message,
  );
const make = async (person: TestPerson, name: string, orgId?: string) =>
  (await person.call('POST', '/albums', { name, orgId })).json<{ result: Album }>().result;
const mediaOf = async (person: TestPerson, albumId: string) =>
  (await person.call('GET', `/medias/${albumId}`)).json<{ result: Media[] }>().result;
const albumNamed = (name: string) =>
  test.db.selectFrom('albums').select(['id', 'created_by', 'org_id']).where('name', '=', name).executeTakeFirstOrThrow();
const leftovers = async () => ({
  temp: (await test.files.temp()).length,
  reservations: (await test.db.selectFrom('upload_reservations').selectAll().execute()).length,
});
const nothing = { temp: 0, reservations: 0 };

/** Creates the family of Olga with Mia. Each has an album in addition to the family's album. */
async function theLimas() {
  const [olga, mia] = [await aPerson(test, { name: 'Olga' }), await aPerson(test, { name: 'Mia' })];
  const { orgId } = await aFamily(test, olga, [mia], { name: 'The Limas' });
  const album = await make(olga, 'Together', orgId);
  await make(olga, 'Of Olga');
  await make(mia, 'Of Mia');
  return { olga, mia, orgId, album };
}

describe('the folders of a family', () => {
  it('are at its owner’s root, and folders created there belong to the family', async () => {
    const { olga, mia, orgId } = await theLimas();
    const client = await connectFtpClient(server, olga);
    expect(await names(client, '/')).toEqual(['My photos', 'Together', 'Of Olga']);
    await client.send('MKD /Made by Olga');
    client.close();
    expect(await albumNamed('Made by Olga')).toMatchObject({ org_id: orgId, created_by: olga.user._id });
    const ofMia = await connectFtpClient(server, mia);
    expect(await names(ofMia, '/The Limas')).toEqual(['Together', 'Made by Olga']);
    ofMia.close();
  });

  it('are in one folder with the family’s name for a member, whose own folders are at the root', async () => {
    const { olga, mia, orgId, album } = await theLimas();
    const client = await connectFtpClient(server, mia);
    expect(await names(client, '/')).toEqual(['My photos', 'Of Mia', 'The Limas']);
    expect(await names(client, '/The Limas')).toEqual(['Together']);
    await client.cd('/The Limas/Together');
    await put(client, await aJpeg(), 'lake.jpg');
    expect(await names(client, '/The Limas/Together')).toEqual(['lake.jpg']);
    await client.rename('/The Limas/Together/lake.jpg', '/The Limas/Together/sea.jpg');
    expect(await mediaOf(olga, album._id)).toMatchObject([{ name: 'sea', uploadedBy: mia.user._id }]);
    await client.remove('/The Limas/Together/sea.jpg');
    await client.send('MKD /The Limas/Made by Mia');
    await client.send('MKD /Only hers');
    await client.rename('/The Limas/Made by Mia', '/The Limas/Renamed by Mia');
    await client.send('RMD /The Limas/Together');
    client.close();
    expect(await albumNamed('Renamed by Mia')).toMatchObject({ org_id: orgId, created_by: olga.user._id });
    expect(await albumNamed('Only hers')).toMatchObject({ org_id: null, created_by: mia.user._id });
    expect((await olga.call('GET', `/albums/details/${album._id}`)).statusCode).toBe(404);
  });

  it('count uploads of members against the owner’s quota', async () => {
    const { olga, mia, album } = await theLimas();
    const usedBy = ({ user }: TestPerson) => findStorageUsage(test.db, user._id);
    const bytes = await aJpeg();
    const client = await connectFtpClient(server, mia);
    await put(client, bytes, '/The Limas/Together/lake.jpg');
    client.close();
    expect(await mediaOf(olga, album._id)).toHaveLength(1);
    expect([await usedBy(olga), await usedBy(mia)]).toEqual([bytes.length, 0]);
  });

  it('of two families are separate: the own family at the root, the other as a folder', async () => {
    const { mia } = await theLimas();
    const { orgId } = await aFamily(test, mia, [], { name: 'The Costas' });
    await make(mia, 'Of the Costas', orgId);
    const client = await connectFtpClient(server, mia);
    expect(await names(client, '/')).toEqual(['My photos', 'Of Mia', 'Of the Costas', 'The Limas']);
    await client.send('MKD /New at the root');
    client.close();
    expect(await albumNamed('New at the root')).toMatchObject({ org_id: orgId });
  });

  it('are renamed when an album has the same name, and come before shared albums', async () => {
    const { mia } = await theLimas();
    const ben = await aPerson(test);
    const shared = await anAlbum(ben, { name: 'The Limas' });
    await joinAlbum(ben, shared._id, mia, 'write');
    await make(mia, 'The Limas');
    const client = await connectFtpClient(server, mia);
    expect(await names(client, '/')).toEqual(['My photos', 'Of Mia', 'The Limas', 'The Limas (2)', 'The Limas (3)']);
    expect(await names(client, '/The Limas (2)')).toEqual(['Together']);
    expect(await refusal(client.send('MKD /The Limas (2)'))).toMatch(/^553/);
    client.close();
  });

  it('are not albums: they cannot be renamed, removed or uploaded to', async () => {
    const { mia } = await theLimas();
    const client = await connectFtpClient(server, mia);
    expect(await refusal(client.rename('/The Limas', '/Mine'))).toBe(
      '553 This folder is a family. The owner can rename it in the web app.',
    );
    expect(await refusal(client.send('RMD /The Limas'))).toBe('550 This folder is a family, not an album.');
    expect(await refusal(put(client, await aJpeg(), '/The Limas/loose.jpg'))).toMatch(/^553 Open an album folder first/);
    expect(await refusal(client.rename('/The Limas/Together', '/Together'))).toMatch(/^553 You can rename files here but not move them/);
    expect(await refusal(client.rename('/Of Mia', '/The Limas'))).toMatch(/^553/);
    expect(await refusal(client.send('MKD /The Limas/Together/deeper'))).toMatch(/^550/);
    expect(await refusal(client.send('MKD /The Limas/together'))).toBe('done');
    client.close();
  });

  it('cannot be reached by other accounts on any path', async () => {
    const { album } = await theLimas();
    const eve = await aPerson(test);
    await aFamily(test, eve, [], { name: 'The Limas' });
    const client = await connectFtpClient(server, eve);
    expect(await names(client, '/')).toEqual(['My photos']);
    for (const folder of ['/The Limas', '/The Limas/Together', '/Together']) expect(await refusal(client.cd(folder))).toMatch(/^550/);
    expect(await refusal(put(client, await aJpeg(), '/The Limas/Together/a.jpg'))).toMatch(/^55/);
    client.close();
    expect(await test.db.selectFrom('media').select('id').where('album_id', '=', album._id).execute()).toEqual([]);
  });
});

describe('a removed member', () => {
  it('is refused at the next command in any folder', async () => {
    const { olga, mia, orgId, album } = await theLimas();
    await aStoredPhoto(test, olga, album._id);
    const client = await connectFtpClient(server, mia);
    await client.cd('/The Limas/Together');
    const photo = (await names(client, '.'))[0] ?? '';
    expect((await olga.call('DELETE', `/organizations/${orgId}/members/${mia.user._id}`)).statusCode).toBe(200);
    expect(await refusal(client.list('.'))).toMatch(/^550/);
    expect(await refusal(client.send(`RETR ${photo}`))).toMatch(/^550/);
    expect(await refusal(client.size(photo))).toMatch(/^550/);
    expect(await refusal(put(client, await aJpeg(), 'late.jpg'))).toMatch(/^55/);
    expect(await refusal(client.remove(photo))).toMatch(/^550/);
    expect(await refusal(client.send('RMD /The Limas/Together'))).toMatch(/^550/);
    expect(await refusal(client.send('MKD /The Limas/New'))).toMatch(/^550/);
    expect(await names(client, '/')).toEqual(['My photos', 'Of Mia']);
    client.close();
    expect(await mediaOf(olga, album._id)).toHaveLength(1);
    expect(await leftovers()).toEqual(nothing);
  });

  it('completes a running upload, and none of it is kept', async () => {
    const { olga, mia, orgId, album } = await theLimas();
    const account = (await mia.call('POST', '/users/ftp/server', { email: mia.email, password: mia.password })).json().result;
    const control = await rawFtp(server.port);
    await control.send(`USER ${account.email}`);
    await control.send(`PASS ${account.ftpPassword}`);
    const data = net.connect(passivePort(await control.send('PASV')), '127.0.0.1');
    expect(await control.send('STOR /The Limas/Together/half.jpg')).toMatch(/^150/);
    const bytes = await aJpeg({ width: 2000, height: 1500 });
    const half = truncate(bytes);
    await new Promise<void>((resolve) => data.write(half, () => resolve()));
    await expect.poll(async () => (await leftovers()).temp).toBe(1);
    expect((await olga.call('DELETE', `/organizations/${orgId}/members/${mia.user._id}`)).statusCode).toBe(200);
    data.end(bytes.subarray(half.length));
    expect(await control.read()).toMatch(/^55[0-3]/);
    control.socket.destroy();
    await expect.poll(leftovers).toEqual(nothing);
    expect(await mediaOf(olga, album._id)).toEqual([]);
    const owned = test.db.selectFrom('files').select('id').where('owner_id', 'in', [olga.user._id, mia.user._id]);
    expect(await owned.execute()).toEqual([]);
  });
});
