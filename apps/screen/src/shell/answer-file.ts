import { FILES_CACHE } from './addresses.ts';
import { parseRangeHeader } from './byte-range.ts';

/** Whole files are kept; a video element asks for pieces of them. */
export async function respondWithFile(request: Request): Promise<Response> {
  const cache = await caches.open(FILES_CACHE);
  const whole = await cache.match(new URL(request.url).pathname);
  if (!whole) return new Response(null, { status: 404 });
  const header = request.headers.get('range');
  if (header === null) return whole;
  const bytes = await whole.blob();
  const range = parseRangeHeader(header, bytes.size);
  if (range === 'unsatisfiable') return new Response(null, { status: 416, headers: { 'content-range': `bytes */${bytes.size}` } });
  if (range === null) return new Response(bytes, { headers: whole.headers });
  return new Response(bytes.slice(range.start, range.end + 1), {
    status: 206,
    headers: {
      'content-type': whole.headers.get('content-type') ?? 'application/octet-stream',
      'content-length': String(range.end - range.start + 1),
      'content-range': `bytes ${range.start}-${range.end}/${bytes.size}`,
      'accept-ranges': 'bytes',
    },
  });
}
