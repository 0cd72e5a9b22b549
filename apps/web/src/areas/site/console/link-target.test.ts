import { expect, it } from 'vitest';
import { normalizeLinkTarget } from './link-target.ts';

it.each([
  ['', ''],
  [' /pricing ', '/pricing'],
  ['example.com/a b', 'https://example.com/a%20b'],
  ['example.com:8080/x', 'https://example.com:8080/x'],
  ['http://example.com', 'http://example.com/'],
  ['help@example.com', 'mailto:help@example.com'],
  ['mailto:help@example.com', 'mailto:help@example.com'],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['//evil.example', undefined],
  ['/\\evil.example', undefined],
  ['nothing', undefined],
])('takes %j for %j', (typed, address) => {
  expect(normalizeLinkTarget(typed)).toBe(address);
});
