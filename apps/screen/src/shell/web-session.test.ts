import { afterEach, describe, expect, it, vi } from 'vitest';
import { hasWebSession, isSessionNoted } from './web-session.ts';

const HOUR = 3_600_000;
const NOW = 1_800_000_000_000;
const stored = (values: Record<string, string>) => ({ getItem: (name: string) => values[name] ?? null });

describe('hasWebSession', () => {
  it.each([
    ['a fresh session', { token: 't', signedInAt: String(NOW - HOUR) }, true],
    ['a session older than a day', { token: 't', signedInAt: String(NOW - 25 * HOUR) }, false],
    ['no token', { signedInAt: String(NOW) }, false],
    ['an empty storage', {}, false],
  ])('handles %s', (_case, values, expected) => {
    expect(hasWebSession(stored(values), NOW)).toBe(expected);
  });
});

describe('isSessionNoted', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it.each([
    ['no cache for the note', null, false],
    ['a cache whose note is not written yet', undefined, true],
    ['a note of an active session', String(NOW + HOUR), true],
    ['a note of an expired session', String(NOW - 1), false],
    ['an unreadable note', 'soon', true],
  ])('handles %s', async (_case, note, expected) => {
    vi.stubGlobal('caches', { has: async () => note !== null, match: async () => (note ? new Response(note) : undefined) });
    expect(await isSessionNoted(NOW)).toBe(expected);
  });
});
