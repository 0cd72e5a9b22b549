/** Every changing route of the console creates an audit entry with the actor, the object, and its values before and after. */
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConsoleCallContext } from './modules/access/index.ts';
import { collectAccessCases } from './testing/access-cases.ts';
import { anAlbum, aPerson, aStoredPhoto, type TestPerson } from './testing/builders.ts';
import { aPosterOrder, payOrder } from './testing/ordering.ts';
import { openTestApp } from './testing/shared-test-app.ts';
import { anUploadedPicture } from './testing/shop.ts';
import type { TestApp } from './testing/test-app.ts';
import { MODULES } from './wiring.ts';

let test: TestApp;
let root: TestPerson;
let trial: ConsoleCallContext;
const cases = await collectAccessCases(MODULES);
const names = Object.keys(cases).filter((name) => cases[name]?.kind === 'console' && !name.startsWith('GET '));

beforeAll(async () => {
  test = await openTestApp();
  root = await aPerson(test);
  await test.db.updateTable('users').set({ role: 'admin', is_super_admin: true }).where('id', '=', root.user._id).execute();
  const ana = await aPerson(test);
  const { mediaId } = await aStoredPhoto(test, ana, (await anAlbum(ana))._id);
  const order = await aPosterOrder(ana, { mediaId });
  await payOrder(test, ana, order);
  trial = {
    call: async <Result>(method: string, url: string, body?: object) => {
      const answer = await root.call(method as InjectOptions['method'] & string, url, body);
      expect(answer.statusCode, `${method} ${url}: ${answer.body}`).toBeLessThan(300);
      return answer.json<{ result: Result }>().result;
    },
    db: test.db,
    userId: ana.user._id,
    orderId: order._id,
    pictureKey: await anUploadedPicture(test, root),
  };
});
afterAll(() => test.close());

const trail = () => test.db.selectFrom('audit_entries').selectAll().where('actor_id', '=', root.user._id).orderBy('id').execute();

describe('the audit trail contains the change by', () => {
  it.each(names.filter((name) => cases[name]?.skipsAuditTrail === undefined))('%s', async (name) => {
    const change = cases[name]?.change;
    if (!change) throw new Error(`${name} does not say how it is tried`);
    const { url, body } = await change(trial);
    const before = (await trail()).length;
    await trial.call(name.split(' ')[0] as 'PUT', url, body);
    const added = (await trail()).slice(before);
    expect(added).toHaveLength(1);
    const [{ action, object_ids: ids, before: was, after, detail } = { action: '', object_ids: [], before: {}, after: {}, detail: {} }] =
      added;
    expect(action).toMatch(/^[a-zA-Z]+\.[a-zA-Z]+$/);
    expect(ids.length > 0).toBe(!cases[name]?.hasNoAuditedRow);
    expect({ ...(was as object), ...(after as object), ...(detail as object) }).not.toEqual({});
  });
});
