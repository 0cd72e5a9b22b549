import { once } from 'node:events';
import { connect } from 'node:net';
import { FREE_PLAN, TUS_PATH } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let origin: string;
let ana: TestPerson;

beforeAll(async () => {
  test = await createTestApp();
  origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
  ana = await aPerson(test);
});
afterAll(() => test.close());

const post = (path: string, headers: Record<string, string>, body?: string): Promise<Response> =>
  fetch(new URL(path, origin), { method: 'POST', headers: { authorization: ana.token, ...headers }, body });

const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n';

describe('an invalid upload form', () => {
  it.each([
    ['names no boundary', 'multipart/form-data', `${head}bytes\r\n--x--\r\n`],
    ['ends within a file', 'multipart/form-data; boundary=x', `${head}bytes`],
    ['ends within a part’s headers', 'multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="fi'],
    ['has no part', 'multipart/form-data; boundary=x', 'nothing of the kind'],
  ])('is refused when it %s', async (_, type, body) => {
    const answer = await post('/api/uploads', { 'content-type': type }, body);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'BODY_INVALID']);
    expect(await test.db.selectFrom('files').selectAll().execute()).toEqual([]);
  });
});

it('refuses a resumable upload that is sent as a form', async () => {
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': '10', 'upload-concat': 'partial' };
  const answer = await post(TUS_PATH, headers);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: true, code: 'BODY_INVALID' });
  expect(await test.db.selectFrom('upload_reservations').selectAll().execute()).toEqual([]);
});

/** Sends the whole body before reading the response, as browsers do: if the server closes or stops reading, they receive no response. */
async function answerToAll(path: string, type: string, body: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${ana.token}\r\ncontent-type: ${type}\r\n`);
  socket.write(`content-length: ${body.length}\r\n\r\n`);
  for (let at = 0; at < body.length; at += 100_000) {
    await new Promise<void>((resolve, reject) =>
      socket.write(body.slice(at, at + 100_000), (error) => (error ? reject(error) : resolve())),
    );
  }
  const [answer] = (await once(socket, 'data')) as [string];
  socket.destroy();
  return answer;
}

it('answers a JSON body of ten megabytes with 413, also while the client is still sending', async () => {
  const answer = await answerToAll('/api/albums', 'application/json', JSON.stringify({ name: 'a'.repeat(10_000_000) }));
  expect(answer).toContain('HTTP/1.1 413');
  expect(answer).toContain('BODY_TOO_LARGE');
});

it('answers a file beyond the quota, also while the client is still sending', async () => {
  const full = { used_bytes: FREE_PLAN.storageBytes };
  await test.db.updateTable('storage_usage').set(full).where('user_id', '=', ana.user._id).execute();
  const answer = await answerToAll('/api/uploads', 'multipart/form-data; boundary=x', `${head}${'a'.repeat(20_000_000)}\r\n--x--\r\n`);
  expect(answer).toContain('QUOTA_EXCEEDED');
});
