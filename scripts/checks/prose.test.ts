import { expect, it } from 'vitest';
import { findProseFaults, measureProse } from './prose.ts';

const check = (path: string, text: string): string[] => [...measureProse([{ path, text }]).values()].flatMap(({ findings }) => findings);

const violations: [name: string, path: string, text: string][] = [
  ['a docstring', 'apps/web/src/lib/a.ts', '/** Whose album it shows. */\nexport const a = 1;'],
  ['a docstring of several lines', 'apps/web/src/lib/a.ts', '/**\n * Reads the album. Nobody\n * else may.\n */\nexport const a = 1;'],
  ['a comment', 'apps/web/src/lib/a.ts', 'const a = 1; // Whoever asks gets it.'],
  ['a test name', 'apps/web/src/lib/a.test.ts', "it('says what is wrong', () => undefined);"],
  ['a generated test name', 'apps/web/src/lib/a.test.ts', 'it.each([1])(`lets go of ${name}`, () => undefined);'],
  ['a text on a page', 'apps/web/src/areas/albums/a.tsx', 'export const A = () => <p>Nobody is here.</p>;'],
  ['a label', 'apps/web/src/areas/albums/a.tsx', 'export const A = () => <Button label="Tell somebody" />;'],
  ['a document', 'docs/a.md', 'Screens are told of it.'],
];

it.each(violations)('reports the wording of %s', (_name, path, text) => {
  expect(check(path, text)).not.toEqual([]);
});

it.each([
  ['code in a document', 'docs/a.md', '```\nnobody\n```\nCall `nobody` first.'],
  ['a string in code', 'apps/web/src/lib/a.ts', "const role = 'nobody';"],
  ['plain English', 'apps/web/src/lib/a.ts', '/** Returns the albums of an account, newest first. */\nexport const a = 1;'],
])('accepts %s', (_name, path, text) => {
  expect(check(path, text)).toEqual([]);
});

it('reports the line of a finding', () => {
  expect(check('docs/a.md', 'One.\n\nNobody.')[0]).toMatch(/^docs\/a\.md:3: /);
});

it('reports an area with more than 1.5 findings per 1,000 words and allows one finding in a small area', () => {
  const accepted = 'Returns the albums of an account. '.repeat(500);
  const rejected = 'Nobody reads this.\n';
  expect(findProseFaults([{ path: 'docs/a.md', text: rejected }])).toEqual([]);
  expect(findProseFaults([{ path: 'docs/a.md', text: accepted + rejected.repeat(4) }])).toEqual([]);
  expect(findProseFaults([{ path: 'docs/a.md', text: `${accepted}\n${rejected.repeat(6)}` }])[0]).toMatch(
    /^docs: 6 findings in 30\d\d words, 4 allowed$/,
  );
});
