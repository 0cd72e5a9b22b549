import { type Album, type Media, OFFICE_MESSAGES } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, postFile, type TestPerson, uploadFile } from '../../testing/builders.ts';
import { createFakeSoffice, type FakeSoffice, SOFFICE_BEHAVIOURS } from '../../testing/fake-soffice.ts';
import { buildDocx, buildOdp } from '../../testing/office-files.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

describe('an office file', () => {
  let soffice: FakeSoffice;
  let test: TestApp;
  let ana: TestPerson;
  let album: Album;
  let bytes: Buffer;
  beforeAll(async () => {
    soffice = await createFakeSoffice(SOFFICE_BEHAVIOURS.converts, [{ colour: [1, 0, 0] }, {}, {}]);
    test = await createTestApp({ SOFFICE_PATH: soffice.path });
    ana = await aPerson(test);
    album = await anAlbum(ana);
    bytes = await buildOdp(['', '', '']);
  });
  afterAll(async () => {
    await test.close();
    await soffice.remove();
  });

  const read = async (id: string) => (await ana.call('GET', `/medias/media/${id}`)).json<{ result: Media }>().result;
  async function add(content: Buffer): Promise<Media> {
    const { key } = await uploadFile(test, ana, { name: 'Specials.odp', bytes: content });
    const [media] = (await ana.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key }] })).json<{ result: Media[] }>().result;
    await test.runJobs();
    return read(media?._id ?? '');
  }
  const listRoles = async ({ mediaFile }: Media) =>
    (await test.db.selectFrom('files').select(['role', 'storage_key']).where('root_id', '=', mediaFile.key.slice(0, 36)).execute()).map(
      ({ role, storage_key }) => ({ role, key: storage_key }),
    );

  it('is accepted where LibreOffice is installed', async () => {
    expect((await ana.call('GET', '/uploads/accepted')).json()).toMatchObject({ result: { office: true } });
  });

  it('becomes a document with the pages of its PDF, and downloads as the original', async () => {
    const media = await add(bytes);
    expect(media).toMatchObject({ kind: 'document', status: 6, pageCount: 3, name: 'Specials' });
    expect(media.mediaFile.mimetype).toBe('application/vnd.oasis.opendocument.presentation');
    expect((await listRoles(media)).filter(({ role }) => role === 'pdf')).toHaveLength(1);
    const answer = await ana.call('GET', `/uploads/media/download?key=${media.mediaFile.key}`);
    expect(answer.rawPayload.equals(bytes)).toBe(true);
    expect(answer.headers['content-disposition']).toContain('Specials.odp');
    expect((await ana.call('PUT', `/medias/${media._id}`, { pageOrder: [3, 1] })).json()).toMatchObject({ result: { pageOrder: [3, 1] } });
  });

  it('can replace a document, and is removed with its PDF', async () => {
    const media = await add(await buildDocx());
    const { key } = await uploadFile(test, ana, { name: 'other.odp', bytes });
    await ana.call('PUT', `/medias/${media._id}`, { mediaFile: { key } });
    await test.runJobs();
    const replaced = await read(media._id);
    expect(replaced).toMatchObject({ status: 6, pageCount: 3 });
    const stored = await listRoles(replaced);
    await ana.call('DELETE', `/medias/${album._id}`, { mediaIdArr: [media._id] });
    await ana.call('DELETE', `/bin/${ana.user._id}`, { mediaIdArr: [media._id] });
    await test.runJobs();
    for (const file of stored) expect(await test.files.has(file.key)).toBe(false);
  });
});

describe('an office file that cannot be converted', () => {
  it.each([
    ['fails with the reason', SOFFICE_BEHAVIOURS.writesNothing, OFFICE_MESSAGES.damaged],
    ['fails with the reason of the PDF', 'printf "%%PDF-1.4 broken" > "$out"', 'The file is damaged and can’t be opened.'],
  ])('%s', async (_name, behaviour, failureReason) => {
    const soffice = await createFakeSoffice(behaviour);
    const test = await createTestApp({ SOFFICE_PATH: soffice.path });
    const ana = await aPerson(test);
    const album = await anAlbum(ana);
    const { key } = await uploadFile(test, ana, { name: 'letter.docx', bytes: await buildDocx() });
    await ana.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key }] });
    await test.runJobs();
    const [media] = (await ana.call('GET', `/medias/${album._id}`)).json<{ result: Media[] }>().result;
    expect(media).toMatchObject({ status: 9, failureReason });
    await test.close();
    await soffice.remove();
  });
});

it('refuses office files without LibreOffice, and explains what to do', async () => {
  const test = await openTestApp();
  const ana = await aPerson(test);
  expect((await ana.call('GET', '/uploads/accepted')).json()).toMatchObject({ result: { office: false } });
  const refused = await postFile(test, ana, { name: 'letter.docx', bytes: await buildDocx() });
  expect(refused.json()).toMatchObject({ code: 'FILE_UNSUPPORTED', message: OFFICE_MESSAGES.notAccepted });
  await test.close();
});
