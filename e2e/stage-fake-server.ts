import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import type {
  LayoutPreset,
  Manifest,
  ManifestItem,
  ManifestPublish,
  MediaValidity,
  Schedule,
  ScreenReport,
  SideZone,
} from '@vitrine/contract';
import type { Play } from '@vitrine/contract/plays';
import { Server as LiveServer } from 'socket.io';
import { PAGE_POLICY } from '../apps/server/src/plugins/security-headers.ts';
import type { GeneratedFile } from './stage-media.ts';

const SCREEN_DIST = path.resolve(import.meta.dirname, '../apps/screen/dist');
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
};

/** A publish as tests describe it. Without `activatedAt` and `schedule`, it is the main one. */
export interface FakePublish {
  id: string;
  files: GeneratedFile[];
  activatedAt?: string;
  schedule?: Schedule;
  layout?: { preset: LayoutPreset; divider: number; zones: { zone: SideZone; files: GeneratedFile[]; valid?: MediaValidity }[] };
  synchronized?: true;
}

/** Fake of the server's screen API in which tests can simulate faults. */
export class FakeServer {
  /** Chosen at the first start and reused by later ones. */
  port = 0;
  readonly files = new Map<string, GeneratedFile>();
  readonly reports: ScreenReport[] = [];
  /** Received plays by sequence number. */
  readonly plays = new Map<number, Play>();
  playsReceived = 0;
  /** `drop` stores plays without a response, like a connection that breaks. */
  playsMode: 'acknowledge' | 'drop' = 'acknowledge';
  /** Requested paths in order, with the range if any. */
  readonly requests: string[] = [];
  /** Number of bytes after which the next response for a file ends, by sha256. */
  readonly cutAfter = new Map<string, number>();
  /** Interval of lost requests: 10 closes the connection of every tenth one, 0 of none. */
  loseEvery = 0;
  /** Files that are sent with wrong bytes, by sha256. */
  readonly corrupt = new Set<string>();
  manifest: Manifest = { revision: 1, device: null, publishes: [], files: [] };
  isRegistered = true;
  /** Changes to files of the screen's page, and additional files, by name. */
  readonly overrides = new Map<string, (text: string) => string>();
  policy = PAGE_POLICY;
  /** Returns the server time in epoch milliseconds. */
  now: () => number = Date.now;
  registrations = 0;
  /** Key and certificate for HTTPS; null for HTTP. */
  pem: string | null = null;
  #http: Server | null = null;
  #live: LiveServer | null = null;

  get origin(): string {
    return `${this.pem ? 'https' : 'http'}://localhost:${this.port}`;
  }

  async start(): Promise<void> {
    const handleRequest = (request: IncomingMessage, response: ServerResponse) => {
      this.#handle(request, response).catch((cause: unknown) => {
        response.destroy(cause instanceof Error ? cause : undefined);
      });
    };
    const http = this.pem ? createSecureServer({ key: this.pem, cert: this.pem }, handleRequest) : createServer(handleRequest);
    this.#http = http;
    this.#live = new LiveServer(http, { transports: ['websocket', 'polling'] });
    this.#live.of('/screen').on('connection', (socket) => {
      // Like the real server. Otherwise the screen would get an earlier publish only at its next poll.
      socket.emit('sync', { revision: this.manifest.revision });
      socket.on('report', (report: ScreenReport, acknowledge: () => void) => {
        this.reports.push(report);
        acknowledge();
      });
    });
    await new Promise<void>((resolve) => http.listen(this.port, '0.0.0.0', resolve));
    const address = http.address();
    if (typeof address === 'object' && address) this.port = address.port;
  }

  async stop(): Promise<void> {
    this.#http?.closeAllConnections();
    await this.#live?.close();
    this.#http = null;
    this.#live = null;
  }

  /** Creates the next manifest and notifies the screens. */
  publish(publishes: FakePublish[], device: Partial<NonNullable<Manifest['device']>> = {}): void {
    const all = publishes.flatMap(({ files, layout }) => [...files, ...(layout?.zones ?? []).flatMap((zone) => zone.files)]);
    for (const file of all.flatMap((file) => [file, file.hd ?? [], file.fullHd ?? []].flat())) this.files.set(file.sha256, file);
    this.manifest = {
      revision: this.manifest.revision + 1,
      device: { id: 'd1', name: 'Kitchen wall', timeZone: 'UTC', showInfo: false, ...device },
      publishes: publishes.map(presentPublish),
      files: all.map(({ hd, fullHd, mimetype, ...file }) => ({
        ...nameFile(file),
        mimetype,
        ...(hd && { hd: nameFile(hd) }),
        ...(fullHd && { fullHd: nameFile(fullHd) }),
      })),
    };
    this.#live?.of('/screen').emit('sync', { revision: this.manifest.revision });
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.origin);
    this.requests.push(`${pathname}${request.headers.range ? ` ${request.headers.range}` : ''}`);
    if (this.loseEvery > 0 && this.requests.length % this.loseEvery === 0) {
      request.socket.destroy();
      return;
    }
    response.setHeader('date', new Date(this.now()).toUTCString());
    if (pathname === '/api/register/device') return this.#register(response);
    if (pathname.startsWith('/api/')) return this.#handleScreenRequest(pathname, request, response);
    const name = /^\/screen\/?$/.test(pathname) ? 'index.html' : pathname.replace('/screen/', '');
    const file = await readFile(path.join(SCREEN_DIST, name)).catch(() => null);
    const change = this.overrides.get(name);
    const body = change ? change(file?.toString() ?? '') : file;
    const headers = {
      'cache-control': 'no-cache',
      'content-security-policy': this.policy,
      ...(name === 'service-worker.js' && { 'service-worker-allowed': '/screen' }),
    };
    response.writeHead(body ? 200 : 404, { 'content-type': TYPES[path.extname(name)] ?? 'text/plain', ...headers });
    response.end(body);
  }

  #register(response: ServerResponse): void {
    this.registrations += 1;
    this.isRegistered = true;
    respond(response, 201, { error: false, result: { deviceId: `K1234${this.registrations}`, secret: `s${this.registrations}` } });
  }

  #handleScreenRequest(pathname: string, request: IncomingMessage, response: ServerResponse): void {
    if (!this.isRegistered || !request.headers.authorization?.startsWith('Screen K')) {
      return respond(response, 401, { error: true, code: 'SCREEN_UNKNOWN', message: '' });
    }
    if (pathname === '/api/screens/manifest') return this.#sendManifest(request, response);
    if (pathname === '/api/screens/plays') return void this.#storePlays(request, response);
    const file = this.files.get(pathname.split('/').at(-1) ?? '');
    if (!file) return respond(response, 404, { error: true, code: 'NOT_FOUND', message: '' });
    this.#sendFile(file, request, response);
  }

  async #storePlays(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { plays } = (await json(request)) as { plays: Play[] };
    this.playsReceived += plays.length;
    for (const play of plays) this.plays.set(play.sequence, play);
    if (this.playsMode === 'drop') return;
    respond(response, 200, { error: false, result: { sequence: Math.max(...this.plays.keys()) } });
  }

  #sendManifest(request: IncomingMessage, response: ServerResponse): void {
    const etag = `"${this.manifest.revision}"`;
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, { etag }).end();
      return;
    }
    response.setHeader('etag', etag);
    respond(response, 200, { error: false, result: this.manifest });
  }

  #sendFile({ sha256, bytes, mimetype }: GeneratedFile, request: IncomingMessage, response: ServerResponse): void {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const body = this.corrupt.has(sha256) ? Buffer.from(bytes).fill(0, bytes.length - 10) : bytes;
    response.writeHead(from > 0 ? 206 : 200, {
      'content-type': mimetype,
      'content-length': bytes.length - from,
      ...(from > 0 && { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
    });
    const cut = this.cutAfter.get(sha256);
    if (cut === undefined) {
      response.end(body.subarray(from));
      return;
    }
    this.cutAfter.delete(sha256);
    response.write(body.subarray(from, from + cut), () => setTimeout(() => response.destroy(), 200));
  }
}

function respond(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const nameFile = ({ sha256, bytes }: Pick<GeneratedFile, 'sha256' | 'bytes'>) => ({ sha256, sizeBytes: bytes.length });

const presentItems = (prefix: string, files: readonly GeneratedFile[], valid?: MediaValidity): ManifestItem[] =>
  files.map(({ kind, sha256, durationMs }, index) => ({
    id: `${prefix}-${index}`,
    mediaId: `${prefix}-media-${index}`,
    kind,
    sha256,
    durationMs,
    ...(valid && { valid }),
  }));

function presentPublish({ id, files, activatedAt, schedule, layout, synchronized }: FakePublish): ManifestPublish {
  const zones = (layout?.zones ?? []).map((shown) => ({
    zone: shown.zone,
    items: presentItems(`${id}-${shown.zone}`, shown.files, shown.valid),
  }));
  return {
    publishId: id,
    playlistId: id,
    name: `Playlist ${id}`,
    main: activatedAt === undefined && schedule === undefined,
    activatedAt: activatedAt ?? null,
    updatedAt: '2026-01-01T00:00:00.000Z',
    schedule: schedule ?? null,
    items: presentItems(id, files),
    ...(layout && { layout: { ...layout, zones } }),
    ...(synchronized && { synchronized }),
  };
}
