import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** File that the build of the web app writes: the addresses of its pages, with `$name` for a variable part (apps/web/prerender). */
const PAGE_LIST_FILE = path.join('pages', 'addresses.json');

/**
 * Decides which addresses are pages of the web app. For all others the app shows a not-found page, but machines (search engines, link checkers) need the
 * status.
 */
export function createPageMatcher(webRoot: string): (wanted: string) => boolean {
  let known: { builtAtMs: number; patterns: RegExp[] } = { builtAtMs: 0, patterns: [] };
  const patterns = (): RegExp[] => {
    const file = path.join(webRoot, PAGE_LIST_FILE);
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat) return [];
    if (known.builtAtMs !== stat.mtimeMs) {
      const addresses = JSON.parse(readFileSync(file, 'utf8')) as string[];
      known = { builtAtMs: stat.mtimeMs, patterns: addresses.map(toPattern) };
    }
    return known.patterns;
  };
  return (wanted) => patterns().some((pattern) => pattern.test(`/${wanted}`));
}

/** Read as the app's router reads it: in any case, with or without a slash at the end. */
function toPattern(address: string): RegExp {
  const parts = address.split('/').filter((part) => part !== '');
  const source = parts.map((part) => (part.startsWith('$') ? '[^/]+' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^/${source.join('/')}/?$`, 'i');
}
