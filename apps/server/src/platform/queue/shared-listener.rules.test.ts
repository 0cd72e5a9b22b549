import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { createSharedListener } from './shared-listener.ts';

class FakeClient extends EventEmitter {
  query = vi.fn((): Promise<undefined> => Promise.resolve(undefined));
  release = vi.fn();
}

function setUp() {
  const clients: FakeClient[] = [];
  const open = vi.fn((): Promise<FakeClient> => {
    const client = new FakeClient();
    clients.push(client);
    return Promise.resolve(client);
  });
  const connect = createSharedListener({ connect: open } as unknown as pg.Pool);
  /** Resolves with what the pool calls back with. */
  const listen = () =>
    new Promise<{ error: Error | undefined; client: pg.PoolClient | undefined; release: () => void }>((resolve) => {
      connect((error, client, release) => resolve({ error, client, release }));
    });
  return { clients, open, listen };
}

describe('a shared listener', () => {
  it('gives all callers one connection and closes it after the last one released it', async () => {
    const { clients, listen } = setUp();
    const [one, other] = await Promise.all([listen(), listen()]);
    expect(clients).toHaveLength(1);
    one.release();
    await Promise.resolve();
    expect(clients[0]?.release).not.toHaveBeenCalled();
    other.release();
    await vi.waitFor(() => expect(clients[0]?.release).toHaveBeenCalledExactlyOnceWith(true));
    await listen();
    expect(clients).toHaveLength(2);
  });

  it('passes on every query and event, but keeps listening when one caller stops', async () => {
    const { clients, listen } = setUp();
    const { client } = await listen();
    const notified = vi.fn();
    client?.on('notification', notified);
    await client?.query('LISTEN "jobs:insert"');
    await client?.query('UNLISTEN "jobs:insert"');
    clients[0]?.emit('notification', { channel: 'jobs:insert' });
    expect(clients[0]?.query.mock.calls).toEqual([['LISTEN "jobs:insert"']]);
    expect(notified).toHaveBeenCalledOnce();
  });

  it('sends the statements of its callers one after the other, also after one that failed', async () => {
    const { clients, listen } = setUp();
    const [one, other] = await Promise.all([listen(), listen()]);
    const running = Promise.withResolvers<undefined>();
    clients[0]?.query.mockReturnValueOnce(running.promise);
    const failing = one.client?.query('LISTEN "one"');
    const later = other.client?.query('LISTEN "other"');
    await vi.waitFor(() => expect(clients[0]?.query.mock.calls).toEqual([['LISTEN "one"']]));
    running.reject(new Error('refused'));
    await expect(failing).rejects.toThrow('refused');
    await later;
    expect(clients[0]?.query.mock.calls).toEqual([['LISTEN "one"'], ['LISTEN "other"']]);
  });

  it('opens a new connection for callers that return after an error, while others still hold the old one', async () => {
    const { clients, listen } = setUp();
    const first = await listen();
    await listen();
    clients[0]?.emit('error', new Error('lost'));
    first.release();
    await listen();
    expect(clients).toHaveLength(2);
    expect(clients[0]?.release).not.toHaveBeenCalled();
  });

  it('reports a failed connection to the caller and tries again for the next', async () => {
    const { open, listen } = setUp();
    open.mockRejectedValueOnce(new Error('away'));
    expect(await listen()).toMatchObject({ error: { message: 'away' }, client: undefined });
    expect(await listen()).toMatchObject({ error: undefined });
  });
});
