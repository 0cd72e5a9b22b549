export interface ByteRange {
  start: number;
  /** Inclusive, as HTTP counts. */
  end: number;
}

/**
 * Reads a `Range` header for a body of `size` bytes. Null: answer the whole body (no range, or one
 * of a form not understood, which HTTP lets a server ignore). 'unsatisfiable' calls for a 416.
 */
export function parseRangeHeader(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (!match[1] && !match[2])) return null;
  const [, first, last] = match;
  if (!first) {
    const length = Math.min(Number(last), size);
    return length > 0 ? { start: size - length, end: size - 1 } : 'unsatisfiable';
  }
  const start = Number(first);
  const end = last ? Math.min(Number(last), size - 1) : size - 1;
  if (last && Number(last) < start) return null;
  return start < size ? { start, end } : 'unsatisfiable';
}
