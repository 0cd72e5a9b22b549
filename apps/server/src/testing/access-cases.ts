import type { AccessCase } from '../modules/access/index.ts';
import type { Module } from '../modules/define-module.ts';
import type { DeclaredRoute } from '../plugins/access-gate.ts';

/** The one route that is no module's. */
const OF_THE_SERVER: Record<string, AccessCase> = { 'GET /api/openapi.json': { kind: 'public', url: '/openapi.json' } };

/** Decided elsewhere: the tus protocol has its own tests of whose an upload is. */
const ELSEWHERE = /^(OPTIONS|POST|PATCH|DELETE|HEAD) \/api\/uploads\/tus/;

/** The rows of the access matrix, from the modules' declarations. */
export async function collectAccessCases(modules: readonly Module[]): Promise<Record<string, AccessCase>> {
  const cases = { ...OF_THE_SERVER };
  for (const { accessCases } of modules) Object.assign(cases, (await accessCases?.())?.cases);
  return cases;
}

/** The routes that the matrix has to have a row for. */
export const listMatrixRoutes = (routes: readonly DeclaredRoute[]): string[] => [
  ...new Set(
    routes
      .filter(({ method, url }) => url.startsWith('/api/') && method !== 'HEAD' && !url.startsWith('/api/docs'))
      .map(({ method, url }) => `${method} ${url}`)
      .filter((name) => !ELSEWHERE.test(name)),
  ),
];
