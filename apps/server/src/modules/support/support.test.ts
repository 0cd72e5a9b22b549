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
/** What the picture shows, read as the server reads it: with the installation's own key. */
async function read(captchaId: string): Promise<string> {
  const { secret } = await test.db.selectFrom('server_keys').select('secret').where('name', '=', 'captchas').executeTakeFirstOrThrow();
  return openCaptcha(captchaId, secret)[0];
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
