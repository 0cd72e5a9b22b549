import { createServer, type Server } from 'node:http';
import { encodeVideo } from '../apps/server/src/testing/video-file.ts';

const SIZE = { width: 160, height: 90 };
const SEGMENT_S = 1;
const FRAMES_PER_SECOND = 10;
/** Segments that the playlist lists at a time. */
const WINDOW = 6;
/** Red, green and blue of its picture. */
export const STREAM_COLOUR = [40, 180, 60];

/** Site of a live stream that started with the site. Each second, its playlist lists a new segment in place of the oldest one. */
export class LiveSite {
  #server: Server;
  #segments = new Map<number, Promise<Buffer>>();
  readonly url: string;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.url = `http://127.0.0.1:${port}/main.m3u8`;
  }

  static async open(port: number): Promise<LiveSite> {
    const startedAt = Date.now();
    const server = createServer((request, response) => {
      response.setHeader('access-control-allow-origin', '*');
      const segment = /^\/(\d+)\.ts$/.exec(request.url ?? '')?.[1];
      if (segment === undefined) {
        const first = Math.floor((Date.now() - startedAt) / 1000 / SEGMENT_S);
        return response.setHeader('content-type', 'application/vnd.apple.mpegurl').end(writePlaylist(first));
      }
      site.#getSegment(Number(segment)).then(
        (bytes) => response.setHeader('content-type', 'video/mp2t').end(bytes),
        (cause: unknown) => response.writeHead(500).end(String(cause)),
      );
    });
    const site = new LiveSite(server, port);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return site;
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise<void>((resolve) => void this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  #getSegment(index: number): Promise<Buffer> {
    const segment = this.#segments.get(index) ?? encodeSegment(index);
    this.#segments.set(index, segment);
    return segment;
  }
}

function writePlaylist(first: number): string {
  const segments = Array.from({ length: WINDOW }, (_, index) => `#EXTINF:${SEGMENT_S},\n${first + index}.ts`);
  return ['#EXTM3U', '#EXT-X-VERSION:3', `#EXT-X-TARGETDURATION:${SEGMENT_S}`, `#EXT-X-MEDIA-SEQUENCE:${first}`, ...segments, ''].join(
    '\n',
  );
}

const encodeSegment = (index: number): Promise<Buffer> =>
  encodeVideo(Buffer.from(Array.from({ length: SIZE.width * SIZE.height }, () => STREAM_COLOUR).flat()), {
    ...SIZE,
    frames: SEGMENT_S * FRAMES_PER_SECOND,
    framesPerSecond: FRAMES_PER_SECOND,
    startS: index * SEGMENT_S,
    codec: 'h264',
    container: 'mpegts',
  });
