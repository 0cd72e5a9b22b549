import { expect, it } from 'vitest';
import { findUnprovenClaims, type KnownProofs } from './security-claims.ts';

const known: KnownProofs = {
  tests: new Map([
    ['apps/server/src/a/cookies.test.ts', "it('sets Secure where the address is https', …)"],
    ['apps/server/src/a/people.test.ts', ''],
    ['apps/server/src/b/people.test.ts', ''],
  ]),
  attacks: new Set(['a flood of requests']),
  checks: new Set(['lint']),
  documents: new Set(['guides/on-the-internet.md']),
};
const check = (proofs: string, claim = 'Cookies are Secure.') =>
  findUnprovenClaims(`| requirement | claim | proof |\n| --- | --- | --- |\n| 3.3.1 | ${claim} | ${proofs} |`, known).map((fault) =>
    fault.replace('docs/security.md:3: ', ''),
  );

it.each([
  '`cookies.test.ts`',
  '`cookies.test.ts` "sets Secure where the address is https"',
  '`a/people.test.ts`, `hostile: a flood of requests`, `check: lint`',
  '[guide](guides/on-the-internet.md#ports)',
])('accepts %s', (proofs) => expect(check(proofs)).toEqual([]));

it.each([
  { proofs: '', fault: 'names no proof' },
  { proofs: 'by review', fault: 'names no proof' },
  { proofs: '`gone.test.ts`', fault: 'the test file gone.test.ts does not exist' },
  { proofs: '`people.test.ts`', fault: 'several test files are named people.test.ts: give more of the path' },
  { proofs: '`cookies.test.ts` "sets HttpOnly"', fault: 'cookies.test.ts has no test "sets HttpOnly"' },
  { proofs: '`hostile: a flood`', fault: 'unknown attack "a flood"' },
  { proofs: '`check: gone`', fault: 'unknown check "gone"' },
  { proofs: '[guide](guides/gone.md)', fault: 'guides/gone.md does not exist' },
])('reports "$fault" for $proofs', ({ proofs, fault }) => expect(check(proofs)).toEqual([fault]));

it('accepts a claim that is not met without a proof', () => {
  expect(check('', 'Not met: there is no second factor.')).toEqual([]);
});
