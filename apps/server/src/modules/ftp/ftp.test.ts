import net from 'node:net';
import { Readable, Writable } from 'node:stream';
import { type Album, type Media, UNSUPPORTED_UPLOAD } from '@vitrine/contract';
import type { Client } from 'basic-ftp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FtpServer } from '../../platform/ftp/ftp-server.ts';
import { anAlbum, aPerson, aPhoto, type TestPerson } from '../../testing/builders.ts';
import { connectFtpClient, passivePort, rawFtp, startTestFtp } from '../../testing/ftp-client.ts';
import { aJpeg, aVideo, truncate } from '../../testing/media-files.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { findStorageUsage } from '../entitlements/index.ts';

let test: TestApp;
let server: FtpServer;
let ana: TestPerson;
let album: Album;
beforeAll(async () => {
  test = await openTestApp();
  server = await startTestFtp(test);
  ana = await aPerson(test);
  album = await anAlbum(ana);
});
afterAll(async () => {
  await server.stop();
  await test.close();
});

const put = (client: Client, bytes: Buffer, remotePath: string) => client.uploadFrom(Readable.from([bytes]), remotePath);
const names = async (client: Client, folder: string) => (await client.list(folder)).map((entry) => entry.name);
const mediaOf = async (albumId: string, person = ana) =>
  (await person.call('GET', `/medias/${albumId}`)).json<{ result: Media[] }>().result;
const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: Error) => error.message,
  );

async function get(client: Client, remotePath: string, startAt = 0): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  await client.downloadTo(sink, remotePath, startAt);
  return Buffer.concat(chunks);
}

/** Returns everything that an upload may leave behind: temporary files, reservations, rows. */
const leftovers = async () => ({
  temp: (await test.files.temp()).length,
  reservations: (await test.db.selectFrom('upload_reservations').selectAll().execute()).length,
});
const nothing = { temp: 0, reservations: 0 };

it('shows albums shared with write access as folders that accept new files but no deletions', async () => {
  const ben = await aPerson(test);
  const [shared, shown] = [await anAlbum(ben, { name: 'From Ben' }), await anAlbum(ben, { name: 'Only shown' })];
  await joinAlbum(ben, shared._id, ana, 'write');
  await joinAlbum(ben, shown._id, ana, 'read');
  const client = await connectFtpClient(server, ana);
  expect(await names(client, '/')).toContain('From Ben');
  expect(await names(client, '/')).not.toContain('Only shown');
  await put(client, await aJpeg(), '/From Ben/gift.jpg');
  expect(await mediaOf(shared._id, ben)).toMatchObject([{ name: 'gift', uploadedBy: ana.user._id }]);
  expect(await refusal(client.remove('/From Ben/gift.jpg'))).toContain('550');
  expect(await refusal(client.rename('/From Ben', '/Mine'))).not.toBe('done');
  client.close();
});

describe('a file sent by FTP', () => {
  it.each([
    ['in the clear', false],
    ['under TLS', true],
  ])('%s appears in its album like any upload', async (how, secure) => {
    const own = await anAlbum(ana, { name: `Sent ${how}` });
    const client = await connectFtpClient(server, ana, { secure });
    const bytes = await aJpeg();
    await put(client, bytes, `/Sent ${how}/Beach day.JPG`);
    expect(await names(client, `/Sent ${how}`)).toEqual(['Beach day.JPG']);
    expect(await client.size(`/Sent ${how}/Beach day.JPG`)).toBe(bytes.length);
    expect((await get(client, `/Sent ${how}/Beach day.JPG`)).equals(bytes)).toBe(true);
    client.close();
    await test.runJobs();
    expect(await mediaOf(own._id)).toMatchObject([
      { name: 'Beach day', status: 6, mediaFile: { size: bytes.length, mimetype: 'image/jpeg' } },
    ]);
    expect(await leftovers()).toEqual(nothing);
  });

  it('can be a video larger than the first reservation', async () => {
    const own = await anAlbum(ana, { name: 'Films' });
    const client = await connectFtpClient(server, ana, { secure: true });
    const film = await aVideo({ seconds: 1 });
    // An empty box after the video, which players skip, so that the upload exceeds its first reservation.
    const padding = Buffer.alloc(40 * 1024 * 1024);
    padding.writeUInt32BE(padding.length, 0);
    padding.write('free', 4, 'latin1');
    await put(client, Buffer.concat([film, padding]), '/Films/clip.mp4');
    client.close();
    expect(await mediaOf(own._id)).toMatchObject([{ name: 'clip', kind: 'video', mediaFile: { size: film.length + padding.length } }]);
    expect(await leftovers()).toEqual(nothing);
  });

  it('is recognized by its content, not by its name', async () => {
    const client = await connectFtpClient(server, ana);
    expect(await refusal(put(client, Buffer.from('<!doctype html><title>cat</title>'), `/${album.name}/cat.jpg`))).toBe(
      `550 ${UNSUPPORTED_UPLOAD}`,
    );
    expect(await refusal(put(client, Buffer.alloc(0), `/${album.name}/none.jpg`))).toBe('550 The file is empty.');
    client.close();
    expect(await mediaOf(album._id)).toEqual([]);
    expect(await leftovers()).toEqual(nothing);
  });

  it('never replaces an existing file', async () => {
    const own = await anAlbum(ana, { name: 'Twice' });
    const client = await connectFtpClient(server, ana);
    await put(client, await aJpeg(), '/Twice/a.jpg');
    expect(await refusal(put(client, await aJpeg(), '/Twice/a.jpg'))).toBe('553 A file or folder with this name already exists.');
    client.close();
    expect(await mediaOf(own._id)).toHaveLength(1);
  });

  it('must be sent to an album', async () => {
    const client = await connectFtpClient(server, ana);
    const bytes = await aJpeg();
    expect(await refusal(put(client, bytes, '/a.jpg'))).toMatch(/^553 Open an album folder first/);
    expect(await refusal(put(client, bytes, '/Nowhere/a.jpg'))).toBe('550 Album not found.');
    expect(await refusal(put(client, bytes, `/${album.name}/deeper/a.jpg`))).toBe('553 Albums can’t contain folders.');
    client.close();
    expect(await leftovers()).toEqual(nothing);
  });

  it('can be renamed after an upload under a temporary name', async () => {
    const own = await anAlbum(ana, { name: 'Careful' });
    const client = await connectFtpClient(server, ana);
    await put(client, await aJpeg(), '/Careful/lake.jpg.filepart');
    await client.rename('/Careful/lake.jpg.filepart', '/Careful/lake.jpg');
    expect(await names(client, '/Careful')).toEqual(['lake.jpg']);
    client.close();
    expect(await mediaOf(own._id)).toMatchObject([{ name: 'lake' }]);
  });
});

describe('an interrupted upload', () => {
  /** Starts an upload and sends half of a photo. The test continues from there. */
  async function halfSent() {
    const account = (await ana.call('POST', '/users/ftp/server', { email: ana.email, password: ana.password })).json().result;
    const control = await rawFtp(server.port);
    await control.send(`USER ${account.email}`);
    await control.send(`PASS ${account.ftpPassword}`);
    const data = net.connect(passivePort(await control.send('PASV')), '127.0.0.1');
    data.on('error', () => undefined);
    expect(await control.send(`STOR /${album.name}/half.jpg`)).toMatch(/^150/);
    const half = truncate(await aJpeg({ width: 2000, height: 1500 }));
    await new Promise<void>((resolve) => data.write(half, () => resolve()));
    await expect.poll(async () => (await leftovers()).temp).toBe(1);
    return { control, data };
  }
  const isGone = async () => {
    await expect.poll(leftovers).toEqual(nothing);
    expect(await mediaOf(album._id)).toEqual([]);
  };

  it('leaves nothing when the client dies', async () => {
    const { control, data } = await halfSent();
    data.end();
    control.socket.destroy();
    await isGone();
  });

  it('leaves nothing when the data connection is lost', async () => {
    const { control, data } = await halfSent();
    data.resetAndDestroy();
    expect(await control.read()).toMatch(/^426/);
    control.socket.destroy();
    await isGone();
  });

  it('leaves nothing when the client aborts it', async () => {
    const { control, data } = await halfSent();
    control.socket.write(Buffer.from([0xff, 0xf4, 0xff, 0xf2]));
    expect(await control.send('ABOR')).toMatch(/^426/);
    expect(await control.read()).toMatch(/^226/);
    expect(await control.send('NOOP')).toMatch(/^200/);
    data.destroy();
    control.socket.destroy();
    await isGone();
  });

  it('leaves nothing when the server stops', async () => {
    const other = await startTestFtp(test);
    const client = await connectFtpClient(other, ana);
    const endless = new Readable({ read() {} });
    endless.push(truncate(await aJpeg()));
    const upload = refusal(client.uploadFrom(endless, `/${album.name}/half.jpg`));
    await expect.poll(async () => (await leftovers()).temp).toBe(1);
    await other.stop();
    expect(await upload).not.toBe('done');
    client.close();
    await isGone();
  });
});

describe('the storage quota of an account', () => {
  it('is reserved before the first byte, and refuses an upload that exceeds it', async () => {
    const full = await aPerson(test, { name: 'Full House' });
    await test.db.insertInto('storage_usage').values({ user_id: full.user._id, used_bytes: 5e9 }).execute();
    const client = await connectFtpClient(server, full);
    const bytes = await aJpeg();
    expect(await refusal(put(client, bytes, '/My photos/a.jpg'))).toBe(
      '552 You don’t have enough storage for this file. Upgrade your plan, or delete files you no longer need.',
    );
    const left = 700_000;
    await test.db
      .updateTable('storage_usage')
      .set({ used_bytes: 5e9 - left })
      .where('user_id', '=', full.user._id)
      .execute();
    const large = Buffer.concat([bytes, Buffer.alloc(2_000_000)]);
    expect(await refusal(put(client, large, '/My photos/large.jpg'))).toBe(
      '552 You don’t have enough storage for this file. Upgrade your plan, or delete files you no longer need.',
    );
    expect(await leftovers()).toEqual(nothing);
    await put(client, bytes, '/My photos/small.jpg');
    client.close();
    expect(await findStorageUsage(test.db, full.user._id)).toBe(5e9 - left + bytes.length);
    expect(await leftovers()).toEqual(nothing);
  });

  it('refuses an upload immediately when the client announces its size', async () => {
    const client = await connectFtpClient(server, ana);
    await client.send('ALLO 5000000001');
    expect(await refusal(put(client, await aJpeg(), `/${album.name}/a.jpg`))).toBe('552 The file is larger than 5 GB.');
    client.close();
  });
});

describe('the FTP directory tree', () => {
  it('has a folder with a unique name for each album', async () => {
    const bob = await aPerson(test, { name: 'Bob' });
    for (const name of ['Summer', 'Summer', 'summer', 'In/Out']) await anAlbum(bob, { name });
    const client = await connectFtpClient(server, bob);
    expect(await names(client, '/')).toEqual(['My photos', 'Summer', 'Summer (2)', 'summer (3)', 'In_Out']);
    client.close();
  });

  it('lists each media under a unique name, readable from any offset', async () => {
    const own = await anAlbum(ana, { name: 'Names' });
    await aPhoto(test, ana, own._id, { name: 'IMG_1.JPG' });
    await aPhoto(test, ana, own._id, { name: 'IMG_1.jpg', colour: '#993333' });
    await aPhoto(test, ana, own._id, { name: 'no ending', colour: '#339933' });
    const client = await connectFtpClient(server, ana);
    expect(await names(client, '/Names')).toEqual(['IMG_1.JPG', 'IMG_1 (2).jpg', 'no ending.jpg']);
    const whole = await get(client, '/Names/IMG_1 (2).jpg');
    expect((await get(client, '/Names/IMG_1 (2).jpg', 100)).equals(whole.subarray(100))).toBe(true);
    expect(await refusal(get(client, '/Names/none.jpg'))).toBe('550 File not found.');
    client.close();
  });

  it('contains nothing of other accounts on any path', async () => {
    const eve = await aPerson(test, { name: 'Eve' });
    const client = await connectFtpClient(server, eve);
    expect(await names(client, '/')).toEqual(['My photos']);
    for (const escape of ['/../../../../etc', '/My photos/../../etc', '//etc']) expect(await refusal(client.cd(escape))).toMatch(/^550/);
    await client.cd('/../..');
    expect(await client.pwd()).toBe('/');
    expect(await refusal(client.cd('/etc'))).toMatch(/^550/);
    expect(await refusal(client.cd(`/${album.name}`))).toMatch(/^550/);
    expect(await refusal(get(client, '/../../../../etc/passwd'))).toMatch(/^550/);
    expect(await refusal(put(client, await aJpeg(), '/My photos/../../../tmp/a.jpg'))).toMatch(/^55/);
    expect(await refusal(client.send('CWD ..\\..\\etc'))).toMatch(/^553/);
    client.close();
  });
});

describe('changes by FTP', () => {
  it('create, rename and delete albums by the rules of the web', async () => {
    const client = await connectFtpClient(server, ana);
    await client.send('MKD /Made by FTP');
    await client.rename('/Made by FTP', '/Renamed by FTP');
    expect(await names(client, '/')).toContain('Renamed by FTP');
    expect(await refusal(client.send('MKD /x'))).toMatch(/^553/);
    expect(await refusal(client.send(`MKD /${'x'.repeat(31)}`))).toMatch(/^553/);
    expect(await refusal(client.send('MKD /Renamed by FTP'))).toMatch(/^553/);
    expect(await refusal(client.send('MKD /Renamed by FTP/deeper'))).toMatch(/^550/);
    await client.send('RMD /Renamed by FTP');
    expect(await names(client, '/')).not.toContain('Renamed by FTP');
    expect(await refusal(client.rename('/My photos', '/Mine'))).toBe('550 The default album can’t be renamed or deleted.');
    expect(await refusal(client.send('RMD /My photos'))).toBe('550 The default album can’t be renamed or deleted.');
    client.close();
  });

  it('rename and delete media, and refuse to delete an album with media', async () => {
    const own = await anAlbum(ana, { name: 'Changing' });
    await aPhoto(test, ana, own._id, { name: 'one.jpg' });
    const client = await connectFtpClient(server, ana);
    await client.rename('/Changing/one.jpg', '/Changing/The first.jpg');
    expect(await mediaOf(own._id)).toMatchObject([{ name: 'The first' }]);
    expect(await refusal(client.rename('/Changing/The first.jpg', '/My photos/The first.jpg'))).toMatch(/^553/);
    expect(await refusal(client.send('RMD /Changing'))).toBe('550 The album is not empty.');
    await client.remove('/Changing/The first.jpg');
    expect(await mediaOf(own._id)).toEqual([]);
    await client.send('RMD /Changing');
    client.close();
    expect((await ana.call('GET', `/albums/details/${own._id}`)).statusCode).toBe(404);
  });
});

describe('signing in by FTP', () => {
  it('refuses a wrong password, the account’s own password, and an unknown account', async () => {
    for (const [name, password] of [
      [ana.email, 'wrong'],
      [ana.email, ana.password],
      ['anonymous', 'me@example.com'],
      ['nobody@example.com', 'x'],
    ]) {
      const raw = await rawFtp(server.port);
      expect(await raw.send(`USER ${name}`)).toMatch(/^331/);
      expect(await raw.send(`PASS ${password}`)).toMatch(/^530/);
      expect(await raw.send('LIST')).toMatch(/^530/);
      raw.socket.destroy();
    }
  });

  it('is refused after ten wrong passwords', async () => {
    const victim = await aPerson(test);
    let last = '';
    for (let attempt = 0; attempt < 11; attempt++) {
      const raw = await rawFtp(server.port);
      await raw.send(`USER ${victim.email}`);
      last = await raw.send(`PASS guess${attempt}`);
      raw.socket.destroy();
    }
    expect(last).toMatch(/^421 Too many attempts to sign in\./);
  });

  it('ends soon after the account was disabled', async () => {
    const leaving = await aPerson(test);
    const client = await connectFtpClient(server, leaving);
    await test.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', leaving.user._id).execute();
    test.clock.offsetMs += 31_000;
    expect(await refusal(client.list('/'))).toMatch(/^530/);
    client.close();
  });
});
