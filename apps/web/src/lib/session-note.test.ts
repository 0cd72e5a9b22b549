import { afterEach, expect, it, vi } from 'vitest';
import { noteSession } from './session-note.ts';

const NOTED = ['vitrine-web-session', '/vitrine-web-session'] as const;

function fakeCaches() {
  const kept = new Map<string, Map<string, string>>();
  vi.stubGlobal('caches', {
    delete: async (name: string) => kept.delete(name),
    open: async (name: string) => {
      const cache = kept.get(name) ?? new Map<string, string>();
      kept.set(name, cache);
      return { put: async (address: string, response: Response) => void cache.set(address, await response.text()) };
    },
  });
  return () => kept.get(NOTED[0])?.get(NOTED[1]);
}

const store = (values: Record<string, string>) => vi.stubGlobal('localStorage', { getItem: (name: string) => values[name] ?? null });

afterEach(() => {
  vi.unstubAllGlobals();
});

it('notes when the session ends, and removes the note with the session', async () => {
  const noted = fakeCaches();
  store({ token: 't', signedInAt: '1000' });
  await noteSession();
  expect(noted()).toBe(String(1000 + 86_400_000));
  store({});
  await noteSession();
  expect(noted()).toBeUndefined();
});

it('leaves the note of the last call when a sign-in follows a sign-out at once', async () => {
  const noted = fakeCaches();
  store({});
  void noteSession();
  store({ token: 't', signedInAt: '5' });
  await noteSession();
  expect(noted()).toBe(String(5 + 86_400_000));
});

it('does nothing where the browser has no caches', async () => {
  vi.stubGlobal('caches', undefined);
  Reflect.deleteProperty(globalThis, 'caches');
  await expect(noteSession()).resolves.toBeUndefined();
});
