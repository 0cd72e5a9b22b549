/** Office files sent by FTP, with and without the program that converts them. */
import { Readable } from 'node:stream';
import { type Album, type Media, OFFICE_MESSAGES } from '@vitrine/contract';
import type { Client } from 'basic-ftp';
import { afterEach, expect, it } from 'vitest';
import type { FtpServer } from '../../platform/ftp/ftp-server.ts';
import { anAlbum, aPerson, type TestPerson } from '../../testing/builders.ts';
import { createFakeSoffice, type FakeSoffice, SOFFICE_BEHAVIOURS } from '../../testing/fake-soffice.ts';
import { connectFtpClient, startTestFtp } from '../../testing/ftp-client.ts';
import { buildOdp } from '../../testing/office-files.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

interface Installation {
  test: TestApp;
  server: FtpServer;
  soffice: FakeSoffice | null;
}

let installation: Installation;
let ana: TestPerson;
let album: Album;
let client: Client;

/** Starts a server with or without the program, and signs in by FTP. */
async function start(soffice: FakeSoffice | null): Promise<void> {
  const test = await createTestApp(soffice ? { SOFFICE_PATH: soffice.path } : {});
  installation = { test, server: await startTestFtp(test), soffice };
  ana = await aPerson(test);
  album = await anAlbum(ana, { name: 'Menus' });
  client = await connectFtpClient(installation.server, ana);
}

afterEach(async () => {
  client.close();
  await installation.server.stop();
  await installation.test.close();
  await installation.soffice?.remove();
});

const put = (bytes: Buffer, remotePath: string) => client.uploadFrom(Readable.from([bytes]), remotePath);
const listMedia = async () => (await ana.call('GET', `/medias/${album._id}`)).json<{ result: Media[] }>().result;

it('converts an office file that is sent by FTP, and lists it under its own name and size', async () => {
  await start(await createFakeSoffice(SOFFICE_BEHAVIOURS.converts, [{}, {}]));
  const bytes = await buildOdp(['', '']);
  await put(bytes, '/Menus/Specials.odp');
  await installation.test.runJobs();
  expect(await listMedia()).toMatchObject([{ kind: 'document', name: 'Specials', status: 6, pageCount: 2 }]);
  expect((await client.list('/Menus')).map(({ name, size }) => [name, size])).toEqual([['Specials.odp', bytes.length]]);
});

it('refuses an office file without LibreOffice, explains what to do, and leaves nothing behind', async () => {
  await start(null);
  await expect(put(await buildOdp(['']), '/Menus/Specials.odp')).rejects.toThrow(`550 ${OFFICE_MESSAGES.notAccepted}`);
  expect(await listMedia()).toEqual([]);
  expect(await installation.test.files.temp()).toEqual([]);
  expect(await installation.test.db.selectFrom('upload_reservations').selectAll().execute()).toEqual([]);
});
