import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
