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
const faultsOf = (proofs: string, claim = 'Cookies are Secure.') =>
  findUnprovenClaims(`| requirement | claim | proof |\n| --- | --- | --- |\n| 3.3.1 | ${claim} | ${proofs} |`, known).map((fault) =>
    fault.replace('docs/security.md:3: ', ''),
  );

it.each([
  '`cookies.test.ts`',
  '`cookies.test.ts` "sets Secure where the address is https"',
  '`a/people.test.ts`, `hostile: a flood of requests`, `check: lint`',
  '[guide](guides/on-the-internet.md#ports)',
])('accepts %s', (proofs) => expect(faultsOf(proofs)).toEqual([]));

it.each([
  { proofs: '', fault: 'names no proof' },
  { proofs: 'by review', fault: 'names no proof' },
  { proofs: '`gone.test.ts`', fault: 'there is no test file gone.test.ts' },
  { proofs: '`people.test.ts`', fault: 'several test files are named people.test.ts: give more of the path' },
  { proofs: '`cookies.test.ts` "sets HttpOnly"', fault: 'cookies.test.ts has no test "sets HttpOnly"' },
  { proofs: '`hostile: a flood`', fault: 'there is no attack "a flood"' },
  { proofs: '`check: gone`', fault: 'there is no check "gone"' },
  { proofs: '[guide](guides/gone.md)', fault: 'there is no guides/gone.md' },
])('reports "$fault" for $proofs', ({ proofs, fault }) => expect(faultsOf(proofs)).toEqual([fault]));

it('needs no proof for what is not met', () => {
  expect(faultsOf('', 'Not met: there is no second factor.')).toEqual([]);
});
