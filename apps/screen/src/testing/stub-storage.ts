import { vi } from 'vitest';

/**
 * Gives the page empty storage until `vi.unstubAllGlobals`, and returns its values. Without storage, values would last for the tests of other files, which
 * share the module that keeps them.
 */
export function stubStorage(): Map<string, string> {
  const values = new Map<string, string>();
  const area = {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
  };
  vi.stubGlobal('window', { localStorage: area, sessionStorage: area });
  return values;
}
