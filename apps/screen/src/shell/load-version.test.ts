import { afterEach, expect, it, vi } from 'vitest';
import { loadVersion } from './load-version.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('rejects loading a version while a web session exists in the browser', async () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } });
  vi.stubGlobal('localStorage', { getItem: (name: string) => ({ token: 't', signedInAt: String(Date.now()) })[name] ?? null });
  const load = loadVersion({ deviceId: 'K12345', secret: 's', versionCode: '1' }, { versionId: 'v', shell: 'b'.repeat(16) });
  await expect(load).rejects.toThrow('signed in to Vitrine in this browser');
  expect(fetched).not.toHaveBeenCalled();
});
