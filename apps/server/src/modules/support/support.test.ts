import { type ContactMessage, LIMITS } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { openCaptcha } from './captchas.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const form = { name: 'Nora', email: 'nora@example.com', phoneNo: '5551234567', messageText: 'Do you deliver frames?' };
const draw = async () => (await test.app.inject('/api/contacts/captcha')).json<{ result: { captchaId: string } }>().result.captchaId;
/** What is asked for, read as the server reads it: with the installation's own key. */
const read = async (captchaId: string) => (await open(captchaId)).text;
const tones = async (captchaId: string) => (await open(captchaId)).tones;
async function open(captchaId: string): Promise<ReturnType<typeof openCaptcha>> {
  const { secret } = await test.db.selectFrom('server_keys').select('secret').where('name', '=', 'captchas').executeTakeFirstOrThrow();
  return openCaptcha(captchaId, secret);
}
/** Counts as a listener would: stretches that are loud, in groups between long silences. */
function countTones(wav: Buffer): string {
  const step = 160;
  const isLoud = Array.from({ length: Math.floor((wav.length - 44) / step) }, (_, index) =>
    wav.subarray(44 + index * step, 44 + (index + 1) * step).some((value) => Math.abs(value - 128) > 40),
  );
  const drawn = isLoud.map((loud) => (loud ? '#' : '.')).join('');
  return drawn
    .split(/\.{25,}/)
    .filter((group) => group.includes('#'))
    .map((group) => group.match(/#+/g)?.length ?? 0)
    .join('');
}
const send = (body: object) => test.app.inject({ method: 'POST', url: '/api/contacts/', payload: body });

describe('the contact form', () => {
  it('keeps a message whose captcha was read right, in any case', async () => {
    const captchaId = await draw();
    const answer = await send({ ...form, captcha: (await read(captchaId)).toUpperCase(), captchaId });
    expect(answer.statusCode).toBe(201);
    const rows = await test.db.selectFrom('contact_messages').select(['name', 'message_text']).execute();
    expect(rows).toEqual([{ name: 'Nora', message_text: 'Do you deliver frames?' }]);
  });

  it('refuses a wrong, used, old or made-up captcha', async () => {
    const captchaId = await draw();
    expect((await send({ ...form, captcha: 'wrong', captchaId })).json()).toMatchObject({
      code: 'CAPTCHA_MISMATCH',
      message: 'Captcha does not match',
    });
    expect((await send({ ...form, captcha: await read(captchaId), captchaId })).json()).toMatchObject({ code: 'CAPTCHA_MISMATCH' });
    expect((await send({ ...form, captcha: 'aBc3x', captchaId: 'made-up' })).json()).toMatchObject({ code: 'CAPTCHA_MISMATCH' });
    const old = await draw();
    test.clock.offsetMs = 11 * 60_000;
    expect((await send({ ...form, captcha: await read(old), captchaId: old })).json()).toMatchObject({ code: 'CAPTCHA_MISMATCH' });
    test.clock.offsetMs = 0;
  });

  it('takes a captcha once, in one spelling, whichever process is asked', async () => {
    const beside = await createTestApp({}, undefined, test);
    const captchaId = await draw();
    const body = { ...form, captcha: await read(captchaId), captchaId };
    const answers = await Promise.all([test, beside].map(({ app }) => app.inject({ method: 'POST', url: '/api/contacts', payload: body })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 400]);
    for (const spelled of [`${captchaId}=`, `${captchaId}!`, ` ${captchaId}`]) {
      expect((await beside.app.inject({ method: 'POST', url: '/api/contacts', payload: { ...body, captchaId: spelled } })).statusCode).toBe(
        400,
      );
    }
    await beside.close();
  });

  it('takes the numbers of the tones instead of the characters, and sounds what it shows', async () => {
    const captchaId = await draw();
    const sound = await test.app.inject(`/api/contacts/captcha/sound?captchaId=${captchaId}`);
    expect(sound.headers).toMatchObject({ 'content-type': 'audio/wav', 'cache-control': 'no-store' });
    expect(countTones(sound.rawPayload)).toBe(await tones(captchaId));
    const answer = await send({ ...form, captcha: [...(await tones(captchaId))].join(' '), captchaId });
    expect(answer.statusCode).toBe(201);
    expect((await test.app.inject('/api/contacts/captcha/sound?captchaId=made-up')).json()).toMatchObject({ code: 'CAPTCHA_MISMATCH' });
  });

  it('forgets used captchas that would have expired', async () => {
    test.clock.offsetMs = 11 * 60_000;
    await test.housekeep('support.captchas');
    test.clock.offsetMs = 0;
    expect(await test.db.selectFrom('used_captchas').select('nonce').execute()).toEqual([]);
  });

  it.each([
    [{ name: '' }, 'Name is required'],
    [{ name: 'x' }, 'Too Short!'],
    [{ name: '!!' }, 'Please enter valid name'],
    [{ email: '' }, 'Email field cannot be empty'],
    [{ email: 'x' }, 'Invalid email address'],
    [{ phoneNo: '' }, 'Phone number is required'],
    [{ phoneNo: '12345' }, 'Phone number is not valid'],
    [{ messageText: '' }, 'message is required'],
    [{ captcha: '' }, 'Please type the characters'],
  ])('refuses %o', async (fault, message) => {
    const answer = await send({ ...form, captcha: 'x', captchaId: 'x', ...fault });
    expect(answer.json()).toMatchObject({ code: 'INVALID', message });
  });
});

describe('the messages that people wrote', () => {
  let nora: TestPerson;
  let admin: TestPerson;
  let support: TestPerson;
  beforeAll(async () => {
    const withRole = async (role: 'admin' | 'support'): Promise<TestPerson> => {
      const person = await aPerson(test);
      await test.db.updateTable('users').set({ role }).where('id', '=', person.user._id).execute();
      return person;
    };
    [nora, admin, support] = [await aPerson(test), await withRole('admin'), await withRole('support')];
    await test.db.deleteFrom('contact_messages').execute();
    await test.runJobs();
    test.printed.length = 0;
  });

  const own = (messageText: string, person = nora) =>
    person.call('POST', '/contacts/own', { name: 'Nora N', phoneNo: '5551234567', messageText });
  const listed = async (state: 'new' | 'answered', person = admin) =>
    (await person.call('GET', `/contacts?state=${state}`)).json<{
      result: { messages: ContactMessage[]; count: number; abilities: object };
    }>().result;

  it('arrive from who is signed in without a captcha, in the list and by mail to the administrators', async () => {
    expect((await own('The frame is dark.')).json()).toMatchObject({ message: 'Thank you. Your message has reached us.' });
    await test.runJobs();
    const { messages, count, abilities } = await listed('new');
    expect(messages).toMatchObject([
      { name: 'Nora N', email: nora.user.email, userId: nora.user._id, messageText: 'The frame is dark.', answeredAt: null },
    ]);
    expect([count, abilities]).toEqual([1, { answer: true }]);
    const mails = test.printed.filter((line) => line.includes('A message from Nora N'));
    expect(mails.filter((line) => line.includes(`Mail to ${admin.user.email}:`))).toHaveLength(1);
    expect(mails.some((line) => line.includes(support.user.email))).toBe(false);
    expect(test.printed.join('\n')).toContain('http://vitrine.test/admin/messages');
  });

  it('are answered once, by mail, also when two answer at the same time', async () => {
    const [message] = (await listed('new')).messages;
    const answer = (replyText?: string) => admin.call('PUT', `/contacts/${message?._id}/answer`, { replyText });
    expect((await answer(' ')).json()).toMatchObject({ code: 'INVALID', message: 'message is required' });
    const answers = await Promise.all([answer('Is it plugged in?'), answer('Is it plugged in?')]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    await test.runJobs();
    expect(test.printed.filter((line) => line.startsWith(`Mail to ${nora.user.email}: An answer to your message`))).toHaveLength(1);
    expect(await listed('new')).toMatchObject({ messages: [], count: 0 });
    expect(await listed('answered')).toMatchObject({
      messages: [{ replyText: 'Is it plugged in?', answeredBy: admin.user.name }],
      count: 1,
    });
  });

  it('can be looked at and answered by administrators and support, and by nobody else', async () => {
    await own('And the sound?');
    const { messages, abilities } = await listed('new', support);
    expect([messages.length, abilities]).toEqual([1, { answer: true }]);
    expect((await nora.call('GET', '/contacts')).statusCode).toBe(404);
    expect((await nora.call('PUT', `/contacts/${messages[0]?._id}/answer`, {})).statusCode).toBe(404);
    expect((await support.call('PUT', `/contacts/${messages[0]?._id}/answer`, {})).json()).toMatchObject({ result: { replyText: null } });
  });

  it('of one account are so many a day, also when a hundred come at once', async () => {
    const mia = await aPerson(test);
    const payload = { name: 'Mia', phoneNo: '5551234567', messageText: 'Hello?' };
    const ask = (_: unknown, index: number) =>
      test.app.inject({
        method: 'POST',
        url: '/api/contacts/own',
        remoteAddress: `10.9.0.${index}`,
        headers: { authorization: mia.token },
        payload,
      });
    const answers = await Promise.all(Array.from({ length: 100 }, ask));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused[0]?.json()).toMatchObject({ code: 'TOO_MANY_MESSAGES' });
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(LIMITS.contactMessagesPerDay);
    expect(refused).toHaveLength(100 - LIMITS.contactMessagesPerDay);
  });

  it('are kept as a file, each state of its own, with nothing that a spreadsheet would take for a formula', async () => {
    await own('=1+1');
    const csv = async (state: string) => (await admin.call('GET', `/contacts/export/csv?state=${state}`)).body.trim().split('\r\n');
    const [waiting, answered] = [await csv('new'), await csv('answered')];
    expect(waiting[0]).toContain('Name,E-mail,Phone number,Message');
    expect(waiting[1]).toContain(`Nora N,${nora.user.email},5551234567,'=1+1,`);
    expect(waiting).toHaveLength((await listed('new')).count + 1);
    expect(answered).toHaveLength((await listed('answered')).count + 1);
  });
});
