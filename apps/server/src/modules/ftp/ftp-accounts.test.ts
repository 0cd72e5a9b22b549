import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { ftpModule } from './index.ts';

let test: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test);
});
afterAll(() => test.close());

describe('an FTP account', () => {
  it('returns its password on creation, later only with the account password, and accepts no other password', async () => {
    const { findByCredentials } = test.modules.getApi(ftpModule);
    expect((await ana.call('GET', '/users/ftp/server')).json()).toMatchObject({ result: null });
    const made = (await ana.call('POST', '/users/ftp/server', { email: ana.email })).json<{ result: { ftpPassword: string } }>().result;
    expect(made).toMatchObject({ email: ana.email, ftpHost: 'vitrine.test', ftpPort: 2121 });
    expect(Buffer.from(made.ftpPassword, 'base64url')).toHaveLength(15);
    for (const again of [await ana.call('GET', '/users/ftp/server'), await ana.call('POST', '/users/ftp/server', { email: ana.email })]) {
      expect(again.json()).toMatchObject({ result: { ...made, ftpPassword: null } });
    }
    expect((await ana.call('POST', '/users/ftp/server', { password: 'wrong' })).json()).toMatchObject({ code: 'INCORRECT_PASSWORD' });
    expect((await ana.call('POST', '/users/ftp/server', { password: ana.password })).json()).toMatchObject({ result: made });
    expect(await findByCredentials(ana.email, made.ftpPassword)).toEqual({ userId: ana.user._id });
    expect(await findByCredentials(ana.email, 'wrong')).toBeUndefined();
    expect(await findByCredentials('nobody@example.com', made.ftpPassword)).toBeUndefined();
  });

  it('gets a new password and is deleted only with the account password', async () => {
    const { findByCredentials } = test.modules.getApi(ftpModule);
    const cleo = await aPerson(test);
    const passwordOf = (answer: { json<T>(): T }) => answer.json<{ result: { ftpPassword: string } }>().result.ftpPassword;
    const old = passwordOf(await cleo.call('POST', '/users/ftp/server', {}));
    for (const method of ['PUT', 'DELETE'] as const) {
      expect((await cleo.call(method, '/users/ftp/server', { password: 'wrong' })).json()).toMatchObject({ code: 'INCORRECT_PASSWORD' });
    }
    const renewed = passwordOf(await cleo.call('PUT', '/users/ftp/server', { password: cleo.password }));
    expect(await findByCredentials(cleo.email, old)).toBeUndefined();
    expect(await findByCredentials(cleo.email, renewed)).toEqual({ userId: cleo.user._id });
    expect((await cleo.call('DELETE', '/users/ftp/server', { password: cleo.password })).statusCode).toBe(200);
    expect(await findByCredentials(cleo.email, renewed)).toBeUndefined();
    expect((await cleo.call('GET', '/users/ftp/server')).json()).toMatchObject({ result: null });
  });
});
