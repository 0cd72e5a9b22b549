import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib';
import { generate } from 'selfsigned';
import { afterEach, describe, expect, it } from 'vitest';
import { parseNetworks } from '../../config/networks.ts';
import type { ResolvedAddress } from './guarded-agent.ts';
import { assertRequestable, type FetchRequest, fetchSafely, postSafely, type SafeFetchSettings } from './safe-fetch.ts';

const LOOPBACK: ResolvedAddress = { address: '127.0.0.1', family: 4 };
const INTERNAL: ResolvedAddress = { address: '10.0.0.8', family: 4 };
const KB = 1024;

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

interface Received {
  path: string;
  headers: Record<string, string | string[] | undefined>;
}

/** Starts a web server. The handler gets the path. */
async function serve(handle: (path: string, response: ServerResponse) => void) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    received.push({ path: request.url ?? '', headers: request.headers });
    handle(request.url ?? '', response);
  });
  const port = await listen(server);
  return { port, url: `http://127.0.0.1:${port}/`, received };
}

/** Starts a server that sends exactly these bytes to each connection and closes it. */
async function serveBytes(text: string) {
  const server = createTcpServer((socket) => void socket.once('data', () => socket.end(text)));
  const port = await listen(server);
  return { port, url: `http://127.0.0.1:${port}/` };
}

const request = (change: Partial<FetchRequest> = {}): FetchRequest => ({
  userAgent: 'test',
  maxBytes: 100 * KB,
  deadlineMs: 20_000,
  ...change,
});
const settings = (ports: number[], change: Partial<SafeFetchSettings> = {}): SafeFetchSettings => ({
  allow: parseNetworks('127.0.0.1/32'),
  ports,
  resolve: async () => [LOOPBACK],
  ...change,
});
const fetchText = async (url: string, ports: number[], change?: Partial<FetchRequest>) => {
  const result = await fetchSafely(url, request(change), settings(ports));
  return result.status === 'fetched' ? result.body.toString() : result.status;
};
const redirect = (response: ServerResponse, location: string) => void response.writeHead(302, { location }).end();

describe('responses', () => {
  it('returns the body, its type and its validators', async () => {
    const { url, port, received } = await serve((_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/rss+xml', etag: '"a1"', 'last-modified': 'Fri, 27 Nov 2026 11:00:00 GMT' })
        .end('<rss/>'),
    );
    expect(await fetchSafely(url, request({ accept: 'application/rss+xml' }), settings([port]))).toEqual({
      status: 'fetched',
      body: Buffer.from('<rss/>'),
      contentType: 'application/rss+xml',
      etag: '"a1"',
      lastModified: 'Fri, 27 Nov 2026 11:00:00 GMT',
    });
    expect(received[0]?.headers).toMatchObject({ accept: 'application/rss+xml', 'user-agent': 'test' });
    for (const name of ['if-none-match', 'cookie', 'referer', 'authorization']) expect(received[0]?.headers).not.toHaveProperty(name);
  });

  it('sends the validators and reports an unchanged source', async () => {
    const { url, port, received } = await serve((_, response) => response.writeHead(304).end());
    expect(await fetchText(url, [port], { etag: '"a1"', lastModified: 'Fri, 27 Nov 2026 11:00:00 GMT' })).toBe('unchanged');
    expect(received[0]?.headers).toMatchObject({ 'if-none-match': '"a1"', 'if-modified-since': 'Fri, 27 Nov 2026 11:00:00 GMT' });
  });

  it('refuses “unchanged” when nothing is known yet', async () => {
    const { url, port } = await serve((_, response) => response.writeHead(304).end());
    await expect(fetchText(url, [port])).rejects.toMatchObject({ code: 'statusUnexpected', status: 304 });
  });

  it.each([
    [401, 'accessDenied'],
    [403, 'accessDenied'],
    [404, 'notFound'],
    [410, 'notFound'],
    [429, 'statusUnexpected'],
    [500, 'statusUnexpected'],
    [206, 'statusUnexpected'],
  ])('refuses status %i', async (status, code) => {
    const { url, port } = await serve((_, response) => response.writeHead(status).end('no'));
    await expect(fetchText(url, [port])).rejects.toMatchObject({ code, status });
  });

  it('drops validators that are too long to store', async () => {
    const { url, port } = await serve((_, response) => response.writeHead(200, { etag: `"${'e'.repeat(2000)}"` }).end('x'));
    expect(await fetchSafely(url, request(), settings([port]))).toMatchObject({ etag: null });
  });
});

describe('bodies', () => {
  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ])('decompresses %s', async (encoding, compress) => {
    const { url, port } = await serve((_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(compress('hello')));
    expect(await fetchText(url, [port])).toBe('hello');
  });

  it.each(['zstd', 'gzip, gzip', 'x-unknown'])('refuses the compression %s', async (encoding) => {
    const { url, port } = await serve((_, response) => response.writeHead(200, { 'content-encoding': encoding }).end('x'));
    await expect(fetchText(url, [port])).rejects.toMatchObject({ code: 'encodingUnsupported' });
  });

  it('refuses a declared length above the limit without reading', async () => {
    const { url, port } = await serve((_, response) => response.writeHead(200, { 'content-length': String(100 * KB + 1) }).flushHeaders());
    await expect(fetchText(url, [port])).rejects.toMatchObject({ code: 'tooLarge' });
  });

  it('accepts exactly the limit and refuses one byte more', async () => {
    const { url, port } = await serve((path, response) => response.end('x'.repeat(Number(path.slice(1)))));
    expect(await fetchText(`${url}${100 * KB}`, [port])).toHaveLength(100 * KB);
    await expect(fetchText(`${url}${100 * KB + 1}`, [port])).rejects.toMatchObject({ code: 'tooLarge' });
  });

  it('refuses an endless body and closes the connection', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const { url, port } = await serve((_, response) => {
      closed = new Promise((resolve) => response.on('close', resolve));
      const write = () => response.destroyed || (response.write('x'.repeat(KB)), setImmediate(write));
      write();
    });
    await expect(fetchText(url, [port])).rejects.toMatchObject({ code: 'tooLarge' });
    await closed;
  });

  it('refuses a gzip bomb of 200 MB', async () => {
    const { url, port } = await serve((_, response) => {
      const gzip = createGzip();
      const zeros = Buffer.alloc(1000 * KB);
      gzip.pipe(response.writeHead(200, { 'content-encoding': 'gzip' }));
      let left = 200;
      const write = () => {
        if (left-- === 0 || response.destroyed) return void gzip.end();
        gzip.write(zeros, write);
      };
      write();
    });
    await expect(fetchText(url, [port])).rejects.toMatchObject({ code: 'tooLarge' });
  });

  it('refuses an endless stream of empty gzip members', async () => {
    const member = gzipSync('');
    const { url, port } = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      const write = () => response.destroyed || (response.write(Buffer.concat(Array<Buffer>(50).fill(member))), setImmediate(write));
      write();
    });
    await expect(fetchText(url, [port])).rejects.toMatchObject({ code: 'tooLarge' });
  });

  it.each([
    ['a body that is shorter than declared', 'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nshort'],
    ['two different lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello'],
    ['an invalid length', 'HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello'],
    ['a chunk without a size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n'],
    ['a chunked body that is cut off', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel'],
    ['something else than HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['headers of 20 kB', `HTTP/1.1 200 OK\r\nX-Long: ${'a'.repeat(20 * KB)}\r\n\r\n`],
    ['a gzip body that is cut off', `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\u001f`],
    ['no response', ''],
  ])('refuses %s', async (_, bytes) => {
    const { url, port } = await serveBytes(bytes);
    await expect(fetchText(url, [port])).rejects.toMatchObject({ code: 'incomplete' });
  });

  it('refuses text that claims to be gzip', async () => {
    const { url, port } = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain text'));
    await expect(fetchText(url, [port])).rejects.toMatchObject({ code: 'incomplete' });
  });

  it('ignores bytes after the declared length', async () => {
    const { url, port } = await serveBytes('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello and more');
    expect(await fetchText(url, [port])).toBe('hello');
  });
});

describe('deadline', () => {
  it.each<[string, (response: ServerResponse) => void]>([
    ['that never responds', () => undefined],
    ['that never sends the body', (response) => response.writeHead(200).flushHeaders()],
    [
      'that sends the body byte by byte',
      (response) => {
        const write = () => response.destroyed || (response.write('x'), setImmediate(write));
        write();
      },
    ],
  ])('ends a request to a server %s', async (_, handle) => {
    const { url, port } = await serve((_path, response) => handle(response));
    await expect(fetchText(url, [port], { deadlineMs: 60, maxBytes: 1e12 })).rejects.toMatchObject({ code: 'timedOut' });
  });

  it('counts for all redirects together', async () => {
    const { url, port } = await serve((path, response) => (path === '/slow' ? undefined : redirect(response, '/slow')));
    await expect(fetchText(url, [port], { deadlineMs: 60 })).rejects.toMatchObject({ code: 'timedOut' });
  });

  it('ends a name lookup that never returns', async () => {
    const never = settings([80], { resolve: () => new Promise(() => undefined) });
    await expect(fetchSafely('http://slow.test/', request({ deadlineMs: 30 }), never)).rejects.toMatchObject({ code: 'timedOut' });
  });
});

describe('redirects', () => {
  it('are followed, also to other hosts', async () => {
    const { port, received } = await serve((path, response) =>
      path === '/start' ? redirect(response, `http://other.test:${port}/end`) : response.end('arrived'),
    );
    expect(await fetchText(`http://first.test:${port}/start`, [port])).toBe('arrived');
    expect(received.map(({ path, headers }) => `${String(headers['host'])}${path}`)).toEqual([
      `first.test:${port}/start`,
      `other.test:${port}/end`,
    ]);
  });

  it('end after five', async () => {
    const { url, port, received } = await serve((path, response) => redirect(response, `${path}x`));
    await expect(fetchText(url, [port])).rejects.toMatchObject({ code: 'tooManyRedirects' });
    expect(received).toHaveLength(6);
  });

  it.each([
    ['http://10.0.0.8/', 'addressRefused'],
    ['http://[::1]/', 'addressRefused'],
    ['http://169.254.169.254/latest/meta-data/', 'addressRefused'],
    ['http://127.0.0.1:22/', 'portRefused'],
    ['http://user:secret@example.com/', 'credentialsRefused'],
    ['file:///etc/passwd', 'addressInvalid'],
    ['gopher://example.com/', 'addressInvalid'],
    ['http://', 'addressInvalid'],
    ['', 'addressInvalid'],
  ])('to “%s” are refused', async (location, code) => {
    const { url, port, received } = await serve((_, response) => redirect(response, location));
    await expect(fetchText(url, [port, 80])).rejects.toMatchObject({ code });
    expect(received).toHaveLength(1);
  });

  it('to a name with a private address are refused', async () => {
    const { port, received } = await serve((_, response) => redirect(response, `http://internal.test:${port}/`));
    const resolve = async (name: string) => [name === 'internal.test' ? INTERNAL : LOOPBACK];
    await expect(fetchSafely(`http://public.test:${port}/`, request(), settings([port], { resolve }))).rejects.toMatchObject({
      code: 'addressRefused',
    });
    expect(received).toHaveLength(1);
  });

  it('from https to http are refused', async () => {
    const http = await serve((_, response) => response.end('insecure'));
    const tls = await serveTls((response) => redirect(response, `http://site.test:${http.port}/`));
    const trusting = settings([http.port, tls.port], { ca: tls.ca });
    await expect(fetchSafely(`https://site.test:${tls.port}/`, request(), trusting)).rejects.toMatchObject({ code: 'insecureRedirect' });
    expect(http.received).toEqual([]);
  });
});

async function serveTls(handle: (response: ServerResponse) => void) {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'site.test' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'site.test' }] }],
  });
  const port = await listen(createTlsServer({ key, cert }, (_, response) => handle(response)));
  return { port, ca: cert };
}

describe('certificates', () => {
  it('of an authority that is trusted are accepted', async () => {
    const { port, ca } = await serveTls((response) => response.end('secure'));
    const result = await fetchSafely(`https://site.test:${port}/`, request(), settings([port], { ca }));
    expect(result).toMatchObject({ status: 'fetched', body: Buffer.from('secure') });
  });

  it('of an unknown authority, or for another name, are refused', async () => {
    const { port, ca } = await serveTls((response) => response.end('secure'));
    await expect(fetchText(`https://site.test:${port}/`, [port])).rejects.toMatchObject({ code: 'certificateInvalid' });
    const other = fetchSafely(`https://other.test:${port}/`, request(), settings([port], { ca }));
    await expect(other).rejects.toMatchObject({ code: 'certificateInvalid' });
  });
});

describe('addresses', () => {
  it.each([
    ['http://127.1/', 'a shortened form'],
    ['http://2130706433/', 'one number'],
    ['http://0x7f000001/', 'a hexadecimal number'],
    ['http://0177.0.0.1/', 'octal numbers'],
    ['http://[::ffff:127.0.0.1]/', 'IPv4-mapped'],
    ['http://[::127.0.0.1]/', 'IPv4-compatible'],
    ['http://[64:ff9b::7f00:1]/', 'NAT64'],
    ['http://①②⑦.0.0.1/', 'circled digits'],
    ['http://127.0.0.1./', 'a final dot'],
  ])('refuses loopback as %s (%s) without a connection', async (url) => {
    const closed = { ...settings([80]), allow: [], resolve: () => expect.fail('a literal address needs no lookup') };
    await expect(fetchSafely(url, request(), closed)).rejects.toMatchObject({ code: 'addressRefused' });
  });

  it('refuses a name when one of its addresses is private', async () => {
    const { port, received } = await serve((_, response) => response.end('x'));
    const mixed = settings([port], { resolve: async () => [LOOPBACK, INTERNAL] });
    await expect(fetchSafely(`http://mixed.test:${port}/`, request(), mixed)).rejects.toMatchObject({ code: 'addressRefused' });
    expect(received).toEqual([]);
  });

  it('refuses localhost with the resolver of the system', async () => {
    const { port, received } = await serve((_, response) => response.end('x'));
    await expect(fetchSafely(`http://localhost:${port}/`, request(), { allow: [], ports: [port] })).rejects.toMatchObject({
      code: 'addressRefused',
    });
    expect(received).toEqual([]);
  });

  it('looks the name up again for every request, and never reuses a connection', async () => {
    const { port, received } = await serve((_, response) => response.writeHead(200, { connection: 'keep-alive' }).end('x'));
    const answers = [LOOPBACK, INTERNAL];
    const rebinding = settings([port], { resolve: async () => [answers.shift() ?? expect.fail('too many lookups')] });
    const url = `http://rebinding.test:${port}/`;
    expect(await fetchSafely(url, request(), rebinding)).toMatchObject({ status: 'fetched' });
    await expect(fetchSafely(url, request(), rebinding)).rejects.toMatchObject({ code: 'addressRefused' });
    expect(received).toHaveLength(1);
  });

  it('looks the name up again for a redirect to the same host', async () => {
    const { port, received } = await serve((_, response) => redirect(response, '/again'));
    const answers = [LOOPBACK, INTERNAL];
    const rebinding = settings([port], { resolve: async () => [answers.shift() ?? expect.fail('too many lookups')] });
    await expect(fetchSafely(`http://rebinding.test:${port}/`, request(), rebinding)).rejects.toMatchObject({ code: 'addressRefused' });
    expect(received).toHaveLength(1);
  });

  it('checks the address of the connection itself once it is open', async () => {
    const { port, received } = await serve((_, response) => response.end('x'));
    const allow = parseNetworks('127.0.0.1/32');
    const resolve = async () => {
      // The lookup is still allowed. The connection opens in a later turn of the event loop.
      setImmediate(() => allow.splice(0));
      return [LOOPBACK];
    };
    await expect(fetchSafely(`http://site.test:${port}/`, request(), { allow, ports: [port], resolve })).rejects.toMatchObject({
      code: 'addressRefused',
    });
    expect(received).toEqual([]);
  });

  it.each([
    ['not an address', 'addressInvalid'],
    ['ftp://example.com/', 'addressInvalid'],
    ['javascript:alert(1)', 'addressInvalid'],
    ['data:text/plain,x', 'addressInvalid'],
    ['https://user@example.com/', 'credentialsRefused'],
    ['https://example.com:8443/', 'portRefused'],
    ['http://example.com:22/', 'portRefused'],
  ])('refuses the address “%s”', async (url, code) => {
    const closed: SafeFetchSettings = { allow: [], resolve: () => expect.fail('nothing to look up') };
    await expect(fetchSafely(url, request(), closed)).rejects.toMatchObject({ code });
  });

  it('reports unknown names and closed ports without the address', async () => {
    const unknown = settings([80], {
      resolve: () => Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND secret.test'), { code: 'ENOTFOUND' })),
    });
    const failure = await fetchSafely('http://secret.test/', request(), unknown).catch((error: Error) => error);
    expect(failure).toMatchObject({ code: 'nameUnknown', message: 'No site was found at this address. Check it for typing errors.' });
    expect(
      JSON.stringify(
        failure,
        Object.getOwnPropertyNames(failure).filter((name) => name !== 'stack'),
      ),
    ).not.toContain('secret');
    const server = createTcpServer();
    const port = await listen(server);
    await cleanups.pop()?.();
    await expect(fetchText(`http://127.0.0.1:${port}/`, [port])).rejects.toMatchObject({ code: 'unreachable' });
  });
});

describe('posts', () => {
  const post = (url: string, ports: number[], deadlineMs = 20_000) =>
    postSafely(url, { body: '{"a":1}', headers: { 'content-type': 'application/json' }, userAgent: 'test', deadlineMs }, settings(ports));

  it('send the body and return the status', async () => {
    const bodies: string[] = [];
    const server = createServer((incoming, response) => {
      incoming.on('data', (chunk: Buffer) => bodies.push(`${incoming.method} ${incoming.headers['content-type']} ${chunk.toString()}`));
      incoming.on('end', () => response.writeHead(503).end('no'));
    });
    const port = await listen(server);
    expect(await post(`http://127.0.0.1:${port}/`, [port])).toBe(503);
    expect(bodies).toEqual(['POST application/json {"a":1}']);
  });

  it('do not follow redirects', async () => {
    const { url, port, received } = await serve((_, response) => redirect(response, '/other'));
    expect(await post(url, [port])).toBe(302);
    expect(received.map(({ path }) => path)).toEqual(['/']);
  });

  it('do not read an endless body', async () => {
    const { url, port } = await serve((_, response) => response.writeHead(200).write('x'.repeat(KB)));
    expect(await post(url, [port])).toBe(200);
  });

  it('end at the deadline', async () => {
    const { url, port } = await serve(() => undefined);
    await expect(post(url, [port], 50)).rejects.toMatchObject({ code: 'timedOut' });
  });

  it('are refused for a private address before the connection', async () => {
    await expect(post('http://10.0.0.8/', [])).rejects.toMatchObject({ code: 'addressRefused' });
    expect(() => assertRequestable('http://10.0.0.8/', settings([]))).toThrow(expect.objectContaining({ code: 'addressRefused' }));
  });
});
