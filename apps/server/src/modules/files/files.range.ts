import type { ByteRange } from '../../platform/storage/storage.ts';

/**
 * What a Range header asks of `sizeBytes` bytes: a part, all of it (no header, or one we need not follow: other
 * units, several parts, nonsense; RFC 9110 lets a server ignore those), or nothing that is there.
 */
export function parseRange(header: string | undefined, sizeBytes: number): ByteRange | 'all' | 'unsatisfiable' {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!parts || (parts[1] === '' && parts[2] === '')) return 'all';
  const [, first = '', last = ''] = parts;
  if (first === '') {
    const suffix = Number(last);
    if (suffix === 0 || sizeBytes === 0) return 'unsatisfiable';
    return { start: Math.max(0, sizeBytes - suffix), end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (start >= sizeBytes) return 'unsatisfiable';
  return end < start ? 'all' : { start, end };
}
