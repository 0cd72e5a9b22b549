import { parseSync } from 'oxc-parser';
import type { Plugin } from 'vite';

type AstNode = Record<string, unknown> & { type: string; start: number };

const isNode = (value: unknown): value is AstNode => typeof value === 'object' && value !== null && 'type' in value;

interface PrivateName {
  start: number;
  name: string;
}

/** Returns all `#names` in the code, in their order. */
function findPrivateNames(file: string, code: string): PrivateName[] {
  const names: PrivateName[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value)) return;
    if (value.type === 'PrivateIdentifier') names.push({ start: value.start, name: String(value['name']) });
    Object.values(value).forEach(visit);
  };
  visit(parseSync(file, code).program);
  return names.toSorted((a, b) => a.start - b.start);
}

/**
 * Builds each `#name` as an ordinary property with a short name, such as `$a`. Browsers before Chromium 74 have no private fields, and the code that emulates
 * each with a WeakMap is larger and slower. TypeScript checks the privacy of the source. A name is the same property in a class and its subclass, so classes of
 * the screen do not extend each other.
 */
export function privateFields(): Plugin {
  const shortNames = new Map<string, string>();
  const shorten = (name: string): string => {
    const short = shortNames.get(name) ?? `$${shortNames.size.toString(36)}`;
    shortNames.set(name, short);
    return short;
  };
  return {
    name: 'private-fields',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const [file = ''] = id.split('?');
      if (!file.endsWith('.ts') || !code.includes('#')) return null;
      let changed = '';
      let end = 0;
      for (const { start, name } of findPrivateNames(file, code)) {
        changed += code.slice(end, start) + shorten(name);
        end = start + 1 + name.length;
      }
      return { code: changed + code.slice(end), map: null };
    },
  };
}
