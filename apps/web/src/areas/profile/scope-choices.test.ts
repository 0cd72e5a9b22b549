import { createApiTokenBody } from '@vitrine/contract/api-tokens';
import { expect, it } from 'vitest';
import { describeScopes, listScopeAreas, toScopes } from './scope-choices.ts';

it('offers areas of the console to staff only', () => {
  expect(listScopeAreas(false)).toContain('albums');
  expect(listScopeAreas(false).some((area) => area.startsWith('console:'))).toBe(false);
  expect(listScopeAreas(true)).toContain('console:orders');
});

it('turns every choice into scopes that the API knows', () => {
  const areas = Object.fromEntries(listScopeAreas(true).map((area) => [area, 'write' as const]));
  const scopes = toScopes({ areas, canCommand: true });
  const body = { name: 'All', password: 'correct horse', days: 30, scopes };
  expect(createApiTokenBody.safeParse(body).success).toBe(true);
});

it('describes the scopes of a token', () => {
  const scopes = toScopes({ areas: { albums: 'read', media: 'write', bin: 'none', 'console:orders': 'read' }, canCommand: true });
  expect(describeScopes(scopes)).toBe('Albums (read), Photos and videos (change), Console: orders (read), commands to devices');
});
