import { endpoint } from '@vitrine/contract/endpoint';
import { expect, it } from 'vitest';
import { defineModule } from '../modules/define-module.ts';
import { AppError } from '../platform/errors.ts';
import { createTestApp } from '../testing/test-app.ts';
import { MODULES } from '../wiring.ts';
import { serve } from './endpoints.ts';

const fail = (path: string, errors: readonly 'ALBUM_LIMIT'[]) =>
  endpoint({ method: 'GET', path, access: 'public', tag: 'albums', summary: 'Always fails.', errors });
const failing = [fail('/planted/declared', ['ALBUM_LIMIT']), fail('/planted/undeclared', [])];

const module = defineModule({
  name: 'planted',
  tables: { owned: [], read: [] },
  accessCases: async () => ({ cases: {} }),
  create: () => ({
    api: {},
    routes: async (app) => {
      for (const planted of failing)
        serve(app, planted, async () => {
          throw new AppError('ALBUM_LIMIT');
        });
    },
  }),
});

it('fails the test file whose app answered with a code that the endpoint does not declare', async () => {
  const test = await createTestApp({}, [...MODULES, module]);
  for (const { path } of failing) expect((await test.app.inject(`/api${path}`)).statusCode).toBe(403);
  await expect(test.close()).rejects.toThrow(/do not declare:\nGET \/api\/planted\/undeclared ALBUM_LIMIT$/);
});
