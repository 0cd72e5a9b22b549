import http from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { canShareAddress, findFreePort, openExtraListeners } from './listeners.ts';

const undo: (() => unknown)[] = [];
afterEach(() => {
  for (const step of undo.splice(0).reverse()) step();
});

const listening = (server: net.Server, options: net.ListenOptions) =>
  new Promise<void>((resolve, reject) => server.once('error', reject).listen(options, resolve));

function sendRequest(port: number, agent?: http.Agent): Promise<string> {
  return new Promise((resolve, reject) =>
    http.get({ host: '127.0.0.1', port, agent: agent ?? false }, (answer) => resolve(text(answer))).on('error', reject),
  );
}

it('reports a port in use before it is shared', async () => {
  const otherServer = net.createServer();
  await listening(otherServer, { port: 0, host: '127.0.0.1' });
  undo.push(() => otherServer.close());
  const { port } = otherServer.address() as net.AddressInfo;
  await expect(findFreePort({ port, host: '127.0.0.1' })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

describe.runIf(canShareAddress)('several listeners', () => {
  const start = async () => {
    const server = http.createServer((_request, response) => response.end('welcome'));
    server.maxConnections = 800;
    const address = { port: await findFreePort({ port: 0, host: '127.0.0.1' }), host: '127.0.0.1', backlog: 100 };
    await listening(server, { ...address, reusePort: true });
    undo.push(() => server.close().closeAllConnections());
    const close = await openExtraListeners(server, address);
    undo.push(close);
    return { server, port: address.port, close };
  };

  it('serve one server, each with its share of the connections', async () => {
    const { server, port } = await start();
    const own = new Set<net.Socket>();
    server.on('connection', (socket: net.Socket & { _server?: net.Server }) => socket._server === server && own.add(socket));
    const answers = await Promise.all(Array.from({ length: 100 }, () => sendRequest(port)));
    expect(answers).toEqual(Array.from({ length: 100 }, () => 'welcome'));
    expect(own.size).toBeLessThan(60);
    expect(server.maxConnections).toBe(100);
  });

  it('also detect a port that other programs share', async () => {
    const { port } = await start();
    await expect(findFreePort({ port, host: '127.0.0.1' })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('accept no new connections once closed, and keep existing ones', async () => {
    const { server, port, close } = await start();
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    undo.push(() => agent.destroy());
    await sendRequest(port, agent);
    close();
    net.Server.prototype.close.call(server);
    await expect(sendRequest(port, agent)).resolves.toBe('welcome');
    await expect(sendRequest(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
