import { expect, it } from 'vitest';
import { neutralizeLinks } from './neutralize-links.ts';

it.each([
  ['Win at evil.example', 'Win at evil example'],
  ['https://evil.example/now?x=1', 'https evil example/now?x=1'],
  ['www.evil.example', 'www evil example'],
  ['//127.0.0.1:80', '127 0 0 1:80'],
  ['\u4f8b\u5b50\u3002\u4e2d\u56fd', '\u4f8b\u5b50 \u4e2d\u56fd'],
  ['Ana\n\nClick', 'Ana Click'],
])('removes the link from “%s”', (name, shown) => {
  expect(neutralizeLinks(name)).toBe(shown);
});

it.each(['Ana Lima', 'Jr. Smith', "O'Neil-Lund", 'Summer 2026', 'Café & Söhne'])('does not change “%s”', (name) => {
  expect(neutralizeLinks(name)).toBe(name);
});
