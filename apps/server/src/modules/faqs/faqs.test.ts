import { type Category, type Faq, FREE_PLAN, type UserFaq } from '@vitrine/contract';
import { afterAll, beforeAll, test as check, describe, expect, it } from 'vitest';
import { listAuditEntries } from '../../testing/audit-trail.ts';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { anUploadedPicture } from '../../testing/shop.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let admin: TestPerson;
let other: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  [admin, other] = [await anAdmin(), await anAdmin()];
});
afterAll(() => test.close());

async function anAdmin(): Promise<TestPerson> {
  const person = await aPerson(test);
  await test.db.updateTable('users').set({ role: 'admin' }).where('id', '=', person.user._id).execute();
  return person;
}

const result = async <T>(answer: ReturnType<TestPerson['call']>): Promise<T> => (await answer).json<{ result: T }>().result;
const aFaq = (change: object = {}) =>
  result<Faq>(admin.call('POST', '/faqs', { question: 'Which frames?', answer: '<p>Any.</p>', ...change }));
const aCatagory = (catagoryName: string, visibality = 'all') =>
  result<Category>(admin.call('POST', '/catagories', { catagoryName, visibality }));
const edit = (id: string, body: object, person = admin) => person.call('PUT', `/faqs/${id}`, body);
const read = async (url: string, headers: Record<string, string> = {}) => test.app.inject({ method: 'GET', url: `/api${url}`, headers });
const listFaqs = async (query = '') => (await read(`/faqs/users${query}`)).json<{ result: UserFaq[] }>().result;
const searchFaqs = async (query: string) => (await read(`/faqs/users/search?${query}`)).json<{ result: UserFaq[] }>().result;
const messageOf = async (answer: ReturnType<TestPerson['call']>) => {
  const { message, issues } = (await answer).json<{ message: string; issues?: { message: string }[] }>();
  return issues?.[0]?.message ?? message;
};

describe('a new installation', () => {
  it('has public questions, and more for signed-in users', async () => {
    const [outside, inside] = [await listFaqs('?visibality=faq'), await listFaqs('?visibality=help')];
    expect(outside.map(({ question }) => question)).toContain('What is free?');
    expect(outside.length).toBeGreaterThan(9);
    expect(inside.length).toBeGreaterThan(outside.length);
    expect(outside.some(({ catagory }) => catagory?.catagoryName === 'Getting started')).toBe(false);
    expect(inside[0]?.catagory?.catagoryName).toBe('Getting started');
  });

  it('has no answer that contains the product name, which differs by platform', async () => {
    const answers = (await listFaqs()).map(({ answer }) => answer);
    expect(answers.length).toBeGreaterThan(9);
    expect(answers.filter((answer) => answer.includes('Vitrine'))).toEqual([]);
    expect(answers).toContainEqual(expect.stringContaining('It’s free software'));
    const found = await searchFaqs('string=free%20software');
    expect(found.map(({ question }) => question)).toEqual(['Can I host it myself?']);
  });

  it('answers 304 until a question changes', async () => {
    const first = await read('/faqs/users');
    expect(first.headers['cache-control']).toBe('public, no-cache');
    const etag = String(first.headers.etag);
    expect((await read('/faqs/users', { 'if-none-match': etag })).statusCode).toBe(304);
    await aFaq();
    expect((await read('/faqs/users', { 'if-none-match': etag })).statusCode).toBe(200);
  });
});

describe('a question', () => {
  it('is public with its answer sanitized, until it is hidden or deleted', async () => {
    const faq = await aFaq({ question: ' Is it safe? ', answer: '<p onclick="x()">Yes.<script>alert(1)</script></p>' });
    expect(faq).toMatchObject({ question: 'Is it safe?', answer: '<p>Yes.</p>', isVisible: true, catagory: null, version: 1 });
    const isShown = async () => (await listFaqs()).some(({ _id }) => _id === faq._id);
    expect(await isShown()).toBe(true);
    expect((await edit(faq._id, { isVisible: false })).json()).toMatchObject({ message: 'FAQ saved.' });
    expect(await isShown()).toBe(false);
    const listed = await result<Faq[]>(admin.call('GET', '/faqs/admin/search?string=is it SAFE'));
    expect(listed).toMatchObject([{ _id: faq._id, isVisible: false, answer: '<p>Yes.</p>' }]);
    expect((await admin.call('DELETE', `/faqs/${faq._id}`)).statusCode).toBe(200);
    expect((await edit(faq._id, { isVisible: true })).statusCode).toBe(404);
    expect((await listAuditEntries(test, faq._id)).map(({ action }) => action)).toEqual(['faq.create', 'faq.update', 'faq.delete']);
  });

  it.each([
    ['without a question', { question: '  ' }, 'Question should not be empty.'],
    ['of 121 letters', { question: 'x'.repeat(121) }, 'Should not exceed 120 characters!'],
    ['with a NUL', { question: 'x\u0000' }, expect.stringContaining('unsupported character')],
    ['without an answer', { answer: '' }, 'Answer should not be empty.'],
    ['with an answer of tags alone', { answer: '<p> </p><script>x</script>' }, 'Answer should not be empty.'],
    ['with an answer that is too long', { answer: 'x'.repeat(100_001) }, 'The answer is too long. Shorten it and try again.'],
    ['with an unknown field', { position: 1 }, expect.stringContaining('position')],
  ])('is refused %s', async (_what, change, message) => {
    expect(await messageOf(admin.call('POST', '/faqs', { question: 'Why?', answer: '<p>So.</p>', ...change }))).toEqual(message);
  });

  it('refuses the second of two concurrent edits', async () => {
    const faq = await aFaq();
    const edits = await Promise.all([
      edit(faq._id, { question: 'Hers?', version: faq.version }),
      edit(faq._id, { question: 'His?', version: faq.version }, other),
    ]);
    expect(edits.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(edits.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'FAQ_CHANGED' });
    expect((await edit(faq._id, { question: 'Hers and his?', version: faq.version + 1 })).statusCode).toBe(200);
  });

  it('is found by a part of its question or answer, ignoring tags and treating wildcards as text', async () => {
    await aFaq({ question: 'What is 100% cotton?', answer: '<p>A <strong>zyx paper</strong>.</p>' });
    expect(await searchFaqs('string=ZYX')).toHaveLength(1);
    expect(await searchFaqs('string=100%25 c')).toHaveLength(1);
    expect(await searchFaqs('string=0%25c')).toEqual([]);
    expect(await searchFaqs('string=strong')).toEqual([]);
    const all = await listFaqs();
    const pages = [await searchFaqs('dataPerPage=10&page=1'), await searchFaqs('dataPerPage=10&page=2')];
    expect(pages.flat()).toEqual(all.slice(0, 20));
  });

  it('can be moved within its category', async () => {
    const { _id: catagoryId } = await aCatagory('Places');
    const [one, two, three] = [
      await aFaq({ question: 'One?', catagoryId }),
      await aFaq({ question: 'Two?', catagoryId }),
      await aFaq({ question: 'Three?', catagoryId }),
    ];
    const order = async () => (await searchFaqs(`catagoryId=${catagoryId}`)).map(({ question }) => question);
    await edit(three._id, { beforeId: one._id });
    expect(await order()).toEqual(['Three?', 'One?', 'Two?']);
    await edit(two._id, { beforeId: one._id });
    expect(await order()).toEqual(['Three?', 'Two?', 'One?']);
    await edit(three._id, { beforeId: null });
    expect(await order()).toEqual(['Two?', 'One?', 'Three?']);
    expect((await edit(three._id, { beforeId: three._id })).statusCode).toBe(404);
    await edit(two._id, { catagoryId: null });
    expect(await order()).toEqual(['One?', 'Three?']);
    expect((await edit(one._id, { beforeId: two._id })).statusCode).toBe(404);
  });
});

describe('a picture in an answer', () => {
  const PICTURE = /src="(\/api\/faqs\/pictures\/[^"]+)"/g;
  const addressesIn = ({ answer }: Pick<Faq, 'answer'>) =>
    [...answer.matchAll(PICTURE)].map(([, address = '']) => address.slice('/api'.length));

  it('is a public copy that remains after the author’s file and account are deleted', async () => {
    const author = await anAdmin();
    const key = await anUploadedPicture(test, author);
    const answer = `<p>Look:</p><img src="/api/uploads?key=${key}&width=960" alt="A frame">`;
    const faq = await result<Faq>(author.call('POST', '/faqs', { question: 'How does it look?', answer }));
    expect(faq.answer).toMatch(
      /^<p>Look:<\/p><img src="\/api\/faqs\/pictures\/[^"]+" alt="A frame" width="300" height="200" loading="lazy" \/>$/,
    );
    const [address = ''] = addressesIn(faq);
    const picture = await read(address);
    expect(picture.statusCode).toBe(200);
    expect(picture.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=31536000, immutable' });
    expect((await read(address, { 'if-none-match': String(picture.headers.etag) })).statusCode).toBe(304);
    await test.db.deleteFrom('files').where('id', '=', key).execute();
    await test.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', author.user._id).execute();
    expect((await read(address)).rawPayload).toEqual(picture.rawPayload);
    const again = await result<Faq>(edit(faq._id, { answer: faq.answer }));
    expect(again.answer).toBe(faq.answer);
  });

  it('is deleted when no answer uses it', async () => {
    const key = await anUploadedPicture(test, admin);
    const faq = await aFaq({ answer: `<img src="/api/uploads?key=${key}" alt="">` });
    const copy = await aFaq({ answer: faq.answer });
    const [[address = ''], [copied = '']] = [addressesIn(faq), addressesIn(copy)];
    expect(copied).not.toBe(address);
    await edit(faq._id, { answer: '<p>No picture any more.</p>' });
    expect([(await read(address)).statusCode, (await read(copied)).statusCode]).toEqual([404, 200]);
    await admin.call('DELETE', `/faqs/${copy._id}`);
    expect((await read(copied)).statusCode).toBe(404);
    await test.db
      .updateTable('faq_pictures')
      .set({ created_at: new Date(0) })
      .where('faq_id', 'is', null)
      .execute();
    await test.runWorkerTasks('faqs.pictures');
    expect(await test.db.selectFrom('faq_pictures').select('id').where('faq_id', 'is', null).execute()).toEqual([]);
  });

  it('of another account is not shown', async () => {
    const key = await anUploadedPicture(test, await aPerson(test));
    expect(
      await messageOf(admin.call('POST', '/faqs', { question: 'Whose?', answer: `<p>x</p><img src="/api/uploads?key=${key}">` })),
    ).toBe('An image in this answer is missing. Upload it again.');
  });
});

describe('a category', () => {
  it.each([
    ['', 'Category name is required'],
    ['  ', 'Category name is required'],
    ['x', 'Minimum 2 characters required'],
    ['x'.repeat(31), 'Should not exceed 30 characters!'],
    ['!!', 'Please enter valid Name'],
  ])('is refused by the name %j', async (catagoryName, message) => {
    expect(await messageOf(admin.call('POST', '/catagories', { catagoryName, visibality: 'all' }))).toBe(message);
  });

  it('determines where its questions are shown', async () => {
    const { _id, version } = await aCatagory('Only outside', 'faq');
    const faq = await aFaq({ catagoryId: _id });
    const isIn = async (place: string) => (await listFaqs(`?visibality=${place}`)).some(({ _id }) => _id === faq._id);
    expect([await isIn('faq'), await isIn('help')]).toEqual([true, false]);
    const change = { catagoryName: 'Only inside', visibality: 'help', version };
    expect((await admin.call('PUT', `/catagories/${_id}`, change)).statusCode).toBe(200);
    expect([await isIn('faq'), await isIn('help')]).toEqual([false, true]);
    expect((await other.call('PUT', `/catagories/${_id}`, change)).json()).toMatchObject({ code: 'FAQ_CHANGED' });
    const { catagories } = (await read('/catagories')).json<{ result: { catagories: Category[] } }>().result;
    expect(catagories.at(-1)).toMatchObject({ catagoryName: 'Only inside', visibality: 'help', visibleFaqs: 1 });
  });

  it('has a unique name, and cannot be deleted while questions are in it', async () => {
    const { _id } = await aCatagory('Used');
    expect((await admin.call('POST', '/catagories', { catagoryName: 'USED' })).json()).toMatchObject({ code: 'VALUE_TAKEN' });
    const faq = await aFaq({ catagoryId: _id });
    expect((await admin.call('DELETE', `/catagories/${_id}`)).json()).toMatchObject({ code: 'FAQ_CATEGORY_IN_USE' });
    await edit(faq._id, { catagoryId: null });
    expect((await admin.call('DELETE', `/catagories/${_id}`)).statusCode).toBe(200);
    expect((await listAuditEntries(test, _id)).map(({ action }) => action)).toEqual(['faqCategory.create', 'faqCategory.delete']);
  });
});

check('states the limits of a new account for the free plan', async () => {
  const [free] = await searchFaqs('string=What is free');
  const { storageBytes, playlists, albums, trialMs } = FREE_PLAN;
  expect(free?.answer).toContain(
    `${trialMs / 86_400_000} days are free, with ${storageBytes / 1e9} GB of storage, ${playlists} playlists, ${albums} albums and 1 device`,
  );
});
