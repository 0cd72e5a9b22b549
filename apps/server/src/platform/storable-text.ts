/** Deeper than anything of ours; what nests further is refused instead of walked. */
const MAX_DEPTH = 32;

/**
 * Whether PostgreSQL can store every text in this: not with NUL or half a surrogate pair. A parsed message, so a tree and of bounded
 * size; buffers and streams are bytes and not text.
 */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000');
  if (typeof value !== 'object' || value === null) return true;
  if (depth === MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((item) => isStorable(item, depth + 1));
  if (value instanceof Uint8Array || 'pipe' in value) return true;
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item, depth + 1));
}
