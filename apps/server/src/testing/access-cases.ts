import type { AccessCase } from '../modules/access/index.ts';
import type { Module } from '../modules/define-module.ts';
import type { DeclaredRoute } from '../plugins/access-gate.ts';

/** The only route that belongs to no module. */
const SERVER_CASES: Record<string, AccessCase> = { 'GET /api/openapi.json': { kind: 'public', url: '/openapi.json' } };

/** Routes of the tus protocol, whose own tests cover access to uploads. */
const TESTED_SEPARATELY = /^(OPTIONS|POST|PATCH|DELETE|HEAD) \/api\/uploads\/tus/;

/** Collects the cases of the access matrix from the modules' declarations. */
export async function collectAccessCases(modules: readonly Module[]): Promise<Record<string, AccessCase>> {
  const cases = { ...SERVER_CASES };
  for (const { accessCases } of modules) Object.assign(cases, (await accessCases?.())?.cases);
  return cases;
}

/** Lists the routes that need a case in the access matrix. */
export const listMatrixRoutes = (routes: readonly DeclaredRoute[]): string[] => [
  ...new Set(
    routes
      .filter(({ method, url }) => url.startsWith('/api/') && method !== 'HEAD' && !url.startsWith('/api/docs'))
      .map(({ method, url }) => `${method} ${url}`)
      .filter((name) => !TESTED_SEPARATELY.test(name)),
  ),
];
