import { Readable } from 'node:stream';
import type { Client } from 'basic-ftp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FtpServer } from '../../platform/ftp/ftp-server.ts';
import { anAlbum, aPerson, type TestPerson } from '../../testing/builders.ts';
import { connectFtpClient, startTestFtp } from '../../testing/ftp-client.ts';
import { aContentId, listAlbumMedia } from '../../testing/live-photo-items.ts';
import { aLiveStill, aLiveVideo } from '../../testing/live-photos.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let server: FtpServer;
let ana: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  server = await startTestFtp(test);
  ana = await aPerson(test);
});
afterAll(async () => {
  await server.stop();
  await test.close();
});

const put = (client: Client, bytes: Buffer, path: string) => client.uploadFrom(Readable.from([bytes]), path);

it('lists the two files of a live photo that were sent by FTP, and deletes them with the photo only', async () => {
  const album = await anAlbum(ana, { name: 'Phone' });
  const contentId = aContentId();
  const [photo, video] = [await aLiveStill(contentId), await aLiveVideo(contentId)];
  const client = await connectFtpClient(server, ana);
  const list = async () => (await client.list('/Phone')).map(({ name, size }) => [name, size]);
  await put(client, video, '/Phone/IMG_1.MOV');
  await put(client, photo, '/Phone/IMG_E1.JPG');
  expect(await listAlbumMedia(ana, album._id)).toMatchObject([{ kind: 'image', name: 'IMG_E1', livePhoto: {} }]);
  expect(await list()).toEqual([
    ['IMG_E1.JPG', photo.length],
    ['IMG_1.MOV', video.length],
  ]);
  await expect(client.remove('/Phone/IMG_1.MOV')).rejects.toThrow('550');
  await expect(client.rename('/Phone/IMG_1.MOV', '/Phone/other.MOV')).rejects.toThrow('550');
  await client.rename('/Phone/IMG_E1.JPG', '/Phone/Beach.JPG');
  expect(await list()).toEqual([
    ['Beach.JPG', photo.length],
    ['Beach.MOV', video.length],
  ]);
  await client.remove('/Phone/Beach.JPG');
  expect(await list()).toEqual([]);
  client.close();
});
