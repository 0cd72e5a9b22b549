import { describe, expect, it } from 'vitest';
import { findUnprovenClaims, type KnownProofs, listAttacks, listHeadings } from './security-claims.ts';

const COOKIES = `
  // it('is commented out', () => {});
  it('sets Secure where the address is https', () => expect('sets HttpOnly').toBeTruthy());
  it.each([['a', 'sets a row']])(
    'sets SameSite: %s',
    () => {},
  );
  describe.runIf(isLinux)("an owner's cookies", () => {});
  it.skip('is skipped', () => {});
  test.todo('is planned');
`;
const known: KnownProofs = {
  tests: new Map([
    ['apps/server/src/a/cookies.test.ts', COOKIES],
    ['apps/server/src/a/people.test.ts', "it('lists people', …)"],
    ['apps/server/src/b/people.test.ts', ''],
  ]),
  attacks: new Set(['a flood of requests']),
  checks: new Set(['lint']),
  documents: new Map([['guides/on-the-internet.md', new Set(['ports'])]]),
};
const check = (proofs: string, claim = 'Cookies are Secure.') =>
  findUnprovenClaims(`| requirement | claim | proof |\n| --- | --- | --- |\n| 3.3.1 | ${claim} | ${proofs} |`, known).map((fault) =>
    fault.replace('docs/security.md:3: ', ''),
  );

it.each([
  '`cookies.test.ts` "sets Secure where the address is https"',
  '`cookies.test.ts` "sets SameSite: %s", `cookies.test.ts` "an owner\'s cookies"',
  '`a/people.test.ts` "lists people", `hostile: a flood of requests`, `check: lint`',
  '[guide](guides/on-the-internet.md#ports)',
  '[guide](guides/on-the-internet.md)',
])('accepts %s', (proofs) => expect(check(proofs)).toEqual([]));

it.each([
  { proofs: '', fault: 'names no proof' },
  { proofs: 'by review', fault: 'names no proof' },
  { proofs: '`gone.test.ts` "x"', fault: 'the test file gone.test.ts does not exist' },
  { proofs: '`people.test.ts` "lists people"', fault: 'several test files are named people.test.ts: give more of the path' },
  { proofs: '`cookies.test.ts`', fault: 'cookies.test.ts needs the title of a test' },
  { proofs: '`cookies.test.ts` "sets HttpOnly"', fault: 'cookies.test.ts has no test "sets HttpOnly"' },
  { proofs: '`cookies.test.ts` "sets Secure"', fault: 'cookies.test.ts has no test "sets Secure"' },
  { proofs: '`cookies.test.ts` "sets a row"', fault: 'cookies.test.ts has no test "sets a row"' },
  { proofs: '`cookies.test.ts` "is skipped"', fault: 'cookies.test.ts has no test "is skipped"' },
  { proofs: '`cookies.test.ts` "is commented out"', fault: 'cookies.test.ts has no test "is commented out"' },
  { proofs: '`cookies.test.ts` "is planned"', fault: 'cookies.test.ts has no test "is planned"' },
  { proofs: '`hostile: a flood`', fault: 'unknown attack "a flood"' },
  { proofs: '`check: gone`', fault: 'unknown check "gone"' },
  { proofs: '[guide](guides/gone.md)', fault: 'guides/gone.md does not exist' },
  { proofs: '[guide](guides/on-the-internet.md#doors)', fault: 'guides/on-the-internet.md has no section "doors"' },
])('reports "$fault" for $proofs', ({ proofs, fault }) => expect(check(proofs)).toEqual([fault]));

it('accepts a claim that is not met without a proof', () => {
  expect(check('', 'Not met: there is no second factor.')).toEqual([]);
});

describe('known proofs', () => {
  it('are only the attacks that the program runs', () => {
    const attack = (variable: string, name: string) => `export const ${variable}: Attack = {\n  name: '${name}',\n  run: () => {},\n};\n`;
    const files = [
      { path: 'tools/faults/hostile.ts', text: 'const attacks: Attack[] = [\n  flood,\n];\n' },
      { path: 'tools/faults/hostile-requests.ts', text: attack('flood', 'a flood') + attack('stall', 'a stall') },
    ];
    expect([...listAttacks(files)]).toEqual(['a flood']);
  });

  it('are the headings of a document by their ids', () => {
    expect([...listHeadings('# Run it\n## Proxy and TLS\ntext # no heading\n### 6. nginx: “all”')]).toEqual([
      'run-it',
      'proxy-and-tls',
      '6-nginx-all',
    ]);
  });
});
