import { type ContactMessage, LIMITS } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { openServerKeys } from '../../platform/security/server-keys.ts';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { solvePuzzles } from '../../testing/proof-of-work.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { composeSounds, synthesizeCaptchaSound } from './captcha-sound.ts';
import { decryptCaptcha } from './captchas.service.ts';
import { listAdministrators } from './support.read-model.ts';
import { deleteOldMessages } from './support.store.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const form = { name: 'Nora', email: 'nora@example.com', phoneNo: '5551234567', messageText: 'Do you deliver frames?' };
const draw = async () => (await test.app.inject('/api/contacts/captcha')).json<{ result: { captchaId: string } }>().result.captchaId;
/** Reads the solution as the server does, with the installation's key. */
const read = async (captchaId: string) => (await open(captchaId)).text;
const tones = async (captchaId: string) => (await open(captchaId)).tones;
async function open(captchaId: string): Promise<ReturnType<typeof decryptCaptcha>> {
  const keys = await openServerKeys(test.db, { dataDir: test.dataDir, given: undefined });
  return decryptCaptcha(captchaId, await keys.load('captchas'));
}
/** Counts loud stretches between long quiet ones: a simple attack that would succeed if all sounds were tones of one length. */
function countLoudStretches(wav: Buffer): string {
  const step = 160;
  const isLoud = Array.from({ length: Math.floor((wav.length - 44) / step) }, (_, index) =>
    wav.subarray(44 + index * step, 44 + (index + 1) * step).some((value) => Math.abs(value - 128) > 40),
  );
  const drawn = isLoud.map((loud) => (loud ? '#' : '.')).join('');
  return drawn
    .split(/\.{18,}/)
    .filter((group) => group.includes('#'))
    .map((group) => group.match(/#+/g)?.length ?? 0)
    .join('');
}
const solved = (captchaId: string) => ({ captchaId, proofOfWork: solvePuzzles(captchaId) });
const unsolved = (captchaId: string) => ({ captchaId, proofOfWork: Array<number>(8).fill(0) });
let senders = 0;
/** Sends each message from another client network. */
const send = (body: object) =>
  test.app.inject({ method: 'POST', url: '/api/contacts/', remoteAddress: `10.20.0.${senders++}`, payload: body });

describe('the contact form', () => {
  it('stores a message with the correct captcha text, ignoring case', async () => {
    const captchaId = await draw();
    const answer = await send({ ...form, captcha: (await read(captchaId)).toUpperCase(), ...solved(captchaId) });
    expect(answer.statusCode).toBe(201);
    const rows = await test.db.selectFrom('contact_messages').select(['name', 'message_text']).execute();
    expect(rows).toEqual([{ name: 'Nora', message_text: 'Do you deliver frames?' }]);
  });

  it('refuses a wrong, used, old or invented captcha', async () => {
    const captchaId = await draw();
    expect((await send({ ...form, captcha: 'wrong', ...solved(captchaId) })).json()).toMatchObject({
      code: 'CAPTCHA_MISMATCH',
      message: 'Captcha does not match',
    });
    expect((await send({ ...form, captcha: await read(captchaId), ...solved(captchaId) })).json()).toMatchObject({
      code: 'CAPTCHA_MISMATCH',
    });
    expect((await send({ ...form, captcha: 'aBc3x', ...unsolved('made-up') })).json()).toMatchObject({ code: 'CAPTCHA_MISMATCH' });
    const old = await draw();
    test.clock.offsetMs = 11 * 60_000;
    expect((await send({ ...form, captcha: await read(old), ...solved(old) })).json()).toMatchObject({ code: 'CAPTCHA_MISMATCH' });
    test.clock.offsetMs = 0;
  });

  it('accepts a captcha once, in one spelling, across processes', async () => {
    const otherProcess = await createTestApp({}, undefined, test);
    const captchaId = await draw();
    const body = { ...form, captcha: await read(captchaId), ...solved(captchaId) };
    const answers = await Promise.all(
      [test, otherProcess].map(({ app }) => app.inject({ method: 'POST', url: '/api/contacts', payload: body })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 400]);
    for (const spelled of [`${captchaId}=`, `${captchaId}!`, ` ${captchaId}`]) {
      expect(
        (await otherProcess.app.inject({ method: 'POST', url: '/api/contacts', payload: { ...body, captchaId: spelled } })).statusCode,
      ).toBe(400);
    }
    await otherProcess.close();
  });

  it('accepts the numbers of beeps instead of the characters', async () => {
    const captchaId = await draw();
    const sound = await test.app.inject(`/api/contacts/captcha/sound?captchaId=${captchaId}`);
    expect(sound.headers).toMatchObject({ 'content-type': 'audio/wav', 'cache-control': 'no-store' });
    const answer = await send({ ...form, captcha: [...(await tones(captchaId))].join(' '), ...solved(captchaId) });
    expect(answer.statusCode).toBe(201);
    expect((await test.app.inject('/api/contacts/captcha/sound?captchaId=made-up')).json()).toMatchObject({ code: 'CAPTCHA_MISMATCH' });
  });

  it('plays the beeps of each group after its gong, among at least one distractor, in less than 30 s', () => {
    for (const groups of [
      [1, 1, 1, 1, 1],
      [6, 6, 6, 6, 6],
      [3, 1, 6, 2, 5],
    ]) {
      const sounds = composeSounds(groups);
      const kinds = sounds.map(({ kind }) => kind).join(' ');
      const parts = kinds.split('gong').slice(1);
      expect(parts.map((part) => part.split('beep').length - 1)).toEqual(groups);
      for (const part of parts) expect(part).toMatch(/hiss|buzz/);
      const last = sounds.at(-1);
      expect((last?.startS ?? 0) + (last?.durationS ?? 0)).toBeLessThan(30);
    }
  });

  it('plays sounds that cannot be solved by counting loud stretches', () => {
    const groups = [2, 5, 1, 4, 3];
    const guesses = Array.from({ length: 30 }, () => countLoudStretches(synthesizeCaptchaSound(groups)));
    // Each group has a gong and at least one distractor more than it has beeps.
    expect(guesses.filter((guess) => guess === groups.join('') || guess === groups.map((count) => count + 1).join(''))).toEqual([]);
  });

  it('refuses a message without the proof of work for its captcha, and leaves the captcha usable', async () => {
    const [captchaId, other] = [await draw(), await draw()];
    const body = { ...form, captcha: await read(captchaId) };
    expect((await send({ ...body, captchaId })).json()).toMatchObject({
      code: 'INVALID',
      message: 'Please reload the page and try again.',
    });
    for (const proofOfWork of [unsolved(captchaId).proofOfWork, solvePuzzles(other), solvePuzzles(captchaId).toReversed()])
      expect((await send({ ...body, captchaId, proofOfWork })).json()).toMatchObject({ code: 'PROOF_INVALID' });
    for (const proofOfWork of [[], solvePuzzles(captchaId).slice(1), [...solvePuzzles(captchaId), 0]])
      expect((await send({ ...body, captchaId, proofOfWork })).statusCode).toBe(422);
    expect((await send({ ...body, ...solved(captchaId) })).statusCode).toBe(201);
    expect((await send({ ...body, ...solved(captchaId) })).json()).toMatchObject({ code: 'CAPTCHA_MISMATCH' });
  });

  it('accepts 20 messages a day from a client network', async () => {
    const captchaId = await draw();
    await test.db.deleteFrom('attempt_counts').execute();
    const from = (remoteAddress: string, payload: object) =>
      test.app.inject({ method: 'POST', url: '/api/contacts', remoteAddress, payload });
    expect((await from('2001:db8:5:5::1', { ...form, captcha: await read(captchaId), ...solved(captchaId) })).statusCode).toBe(201);
    await test.db.updateTable('attempt_counts').set({ count: 20 }).execute();
    const next = await draw();
    const refused = await from('2001:db8:5:5::2', { ...form, captcha: await read(next), ...solved(next) });
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      429,
      'You’ve reached the daily message limit. Please wait for our reply.',
    ]);
    await test.db.deleteFrom('attempt_counts').execute();
  });

  it('deletes used captchas after their expiry', async () => {
    test.clock.offsetMs = 11 * 60_000;
    await test.runWorkerTasks('support.captchas');
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
    const answer = await send({ ...form, captcha: 'x', ...unsolved('x'), ...fault });
    expect(answer.json()).toMatchObject({ code: 'INVALID', message });
  });
});

describe('contact messages', () => {
  let nora: TestPerson;
  let admin: TestPerson;
  let support: TestPerson;
  let partner: TestPerson;
  beforeAll(async () => {
    const withRole = async (role: 'admin' | 'support'): Promise<TestPerson> => {
      const person = await aPerson(test);
      await test.db.updateTable('users').set({ role }).where('id', '=', person.user._id).execute();
      return person;
    };
    [nora, admin, support] = [await aPerson(test), await withRole('admin'), await withRole('support')];
    partner = await withRole('admin');
    await test.db.updateTable('users').set({ platform: 'WV' }).where('id', '=', partner.user._id).execute();
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

  it('from signed-in users need no captcha, and appear in the list and in an email to administrators', async () => {
    expect((await own('The frame is dark.')).json()).toMatchObject({ message: 'Thank you. We’ve received your message.' });
    await test.runJobs();
    const { messages, count, abilities } = await listed('new');
    expect(messages).toMatchObject([
      { name: 'Nora N', email: nora.user.email, userId: nora.user._id, messageText: 'The frame is dark.', answeredAt: null },
    ]);
    expect([count, abilities]).toEqual([1, { answer: true }]);
    const mails = test.printed.filter((line) => line.includes('New message from Nora N'));
    expect(mails.filter((line) => line.includes(`Email to ${admin.user.email}:`))).toHaveLength(1);
    expect(mails.some((line) => line.includes(support.user.email))).toBe(false);
    expect(mails.some((line) => line.includes(partner.user.email))).toBe(false);
    expect(test.printed.join('\n')).toContain('http://vitrine.test/admin/messages');
  });

  it('are sent to each administrator in one digest per hour', async () => {
    const mailsTo = ({ user }: TestPerson) => test.printed.filter((line) => line.startsWith(`Email to ${user.email}: `));
    const [mia, before] = [await aPerson(test), mailsTo(admin).length];
    for (let at = 0; at < 12; at++) await own(`Message ${at} of a flood.`, mia);
    await test.runJobs();
    expect(mailsTo(admin)).toHaveLength(before);
    await test.db
      .updateTable('contact_messages')
      .set({ announced_at: new Date(Date.now() - 61 * 60_000) })
      .where('announced_at', 'is not', null)
      .execute();
    await own('One more.', mia);
    await test.runJobs();
    const digest = mailsTo(admin).slice(before);
    expect(digest).toHaveLength(1);
    expect(digest[0]).toContain('13 new messages');
    await test.runJobs();
    expect(mailsTo(admin)).toHaveLength(before + 1);
    expect(mailsTo(partner)).toEqual([]);
    await test.db.deleteFrom('contact_messages').where('user_id', '=', mia.user._id).execute();
  });

  it('are mailed to at most ten administrators', async () => {
    const admins = await Promise.all(Array.from({ length: 12 }, () => aPerson(test)));
    const ids = admins.map(({ user }) => user._id);
    await test.db.updateTable('users').set({ role: 'admin' }).where('id', 'in', ids).execute();
    expect(await listAdministrators(test.db)).toHaveLength(10);
    await test.db.updateTable('users').set({ role: 'user' }).where('id', 'in', ids).execute();
  });

  it('are answered by email once under concurrent answers', async () => {
    const [message] = (await listed('new')).messages;
    const answer = (replyText?: string) => admin.call('PUT', `/contacts/${message?._id}/answer`, { replyText });
    expect((await answer(' ')).json()).toMatchObject({ code: 'INVALID', message: 'message is required' });
    const answers = await Promise.all([answer('Is it plugged in?'), answer('Is it plugged in?')]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    await test.runJobs();
    expect(test.printed.filter((line) => line.startsWith(`Email to ${nora.user.email}: Reply to your message`))).toHaveLength(1);
    expect(await listed('new')).toMatchObject({ messages: [], count: 0 });
    expect(await listed('answered')).toMatchObject({
      messages: [{ replyText: 'Is it plugged in?', answeredBy: admin.user.name }],
      count: 1,
    });
  });

  it('can be read and answered by administrators and support only', async () => {
    await own('And the sound?');
    const { messages, abilities } = await listed('new', support);
    expect([messages.length, abilities]).toEqual([1, { answer: true }]);
    expect((await nora.call('GET', '/contacts')).statusCode).toBe(404);
    expect((await nora.call('PUT', `/contacts/${messages[0]?._id}/answer`, {})).statusCode).toBe(404);
    expect((await support.call('PUT', `/contacts/${messages[0]?._id}/answer`, {})).json()).toMatchObject({ result: { replyText: null } });
  });

  it('are limited per account and day under concurrent requests', async () => {
    const mia = await aPerson(test);
    const payload = { name: 'Mia', phoneNo: '5551234567', messageText: 'Hello?' };
    const sendMessage = (_: unknown, index: number) =>
      test.app.inject({
        method: 'POST',
        url: '/api/contacts/own',
        remoteAddress: `10.9.0.${index}`,
        headers: { authorization: mia.token },
        payload,
      });
    const answers = await Promise.all(Array.from({ length: 100 }, sendMessage));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused[0]?.json()).toMatchObject({ code: 'TOO_MANY_MESSAGES' });
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(LIMITS.contactMessagesPerDay);
    expect(refused).toHaveLength(100 - LIMITS.contactMessagesPerDay);
  });

  it('can be exported by state, without cells that a spreadsheet takes for formulas', async () => {
    await own('=1+1');
    const csv = async (state: string) => (await admin.call('GET', `/contacts/export/csv?state=${state}`)).body.trim().split('\r\n');
    const [waiting, answered] = [await csv('new'), await csv('answered')];
    expect(waiting[0]).toContain('Name,Email,Phone number,Message');
    expect(waiting[1]).toContain(`Nora N,${nora.user.email},5551234567,'=1+1,`);
    expect(waiting).toHaveLength((await listed('new')).count + 1);
    expect(answered).toHaveLength((await listed('answered')).count + 1);
  });

  it('are refused when 1,000 are unanswered, without deleting unanswered messages', async () => {
    const mia = await aPerson(test);
    await test.db.deleteFrom('contact_messages').execute();
    const fill = (count: number, userId: string | null) =>
      test.db
        .insertInto('contact_messages')
        .values(
          Array.from({ length: count }, () => ({
            id: newId(),
            name: 'N',
            email: 'n@example.com',
            phone_no: '',
            message_text: 'x',
            user_id: userId,
          })),
        )
        .execute();
    await fill(995, nora.user._id);
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, at) =>
        test.app.inject({
          method: 'POST',
          url: '/api/contacts/own',
          remoteAddress: `10.21.0.${at}`,
          headers: { authorization: mia.token },
          payload: { name: 'Mia', phoneNo: '5551234567', messageText: 'Hello?' },
        }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(5);
    expect(answers.find(({ statusCode }) => statusCode !== 201)?.json()).toMatchObject({ code: 'CONTACT_FULL' });
    // Messages of visitors have a separate limit.
    const visit = async () => {
      const captchaId = await draw();
      return send({ ...form, captcha: await read(captchaId), ...solved(captchaId) });
    };
    expect((await visit()).statusCode).toBe(201);
    await fill(999, null);
    expect((await visit()).json()).toMatchObject({ code: 'CONTACT_FULL' });
    await test.runWorkerTasks('support.sweep');
    expect((await listed('new')).count).toBe(2000);
  });

  it('are deleted only after they were answered', async () => {
    await test.db.deleteFrom('contact_messages').execute();
    const message = (text: string, answered_at: Date | null) => ({
      id: newId(),
      name: 'N',
      email: 'n@example.com',
      phone_no: '',
      message_text: text,
      answered_at,
    });
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const rows = [
      message('waiting', null),
      message('old', daysAgo(400)),
      message('older', daysAgo(20)),
      message('newest', daysAgo(1)),
      message('also waiting', null),
    ];
    await test.db.insertInto('contact_messages').values(rows).execute();
    await test.db.transaction().execute((tx) => deleteOldMessages(tx, 1));
    const remaining = await test.db.selectFrom('contact_messages').select('message_text').orderBy('id').execute();
    expect(remaining.map((row) => row.message_text)).toEqual(['waiting', 'newest', 'also waiting']);
  });
});
