import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { findLargeFirstScript, findUnsupportedInBuild } from './screen-support.ts';

const FILES = {
  'assets/index.js': "d(Object,'hasOwn',f);",
  'assets/chunk.js': 'Object.hasOwn(a, b);',
  'assets/index.css': 'a{top:0}',
  'service-worker.js': 'f();',
  'watchdog-frame.js': 'f();',
};
const withLine = (name: keyof typeof FILES, line: string) => findUnsupportedInBuild({ ...FILES, [name]: `${FILES[name]}\n${line}` });

test('accepts a build that the oldest browsers support', () => {
  expect(findUnsupportedInBuild(FILES)).toEqual([]);
});

test.each(['assets/index.js', 'assets/chunk.js', 'service-worker.js', 'watchdog-frame.js'] as const)(
  'reports unsupported syntax and interfaces in %s',
  (name) => {
    expect(withLine(name, 'a ??= b;')).toEqual([`${name}:2: ??= near a ??= b;`]);
    expect(withLine(name, 'structuredClone(a);')).toEqual([`${name}:2: structuredClone near structuredClone(a);`]);
  },
);

test('does not apply polyfills of the page to the service worker', () => {
  expect(withLine('service-worker.js', 'Object.hasOwn(a, b);')).toEqual(['service-worker.js:2: Object.hasOwn near Object.hasOwn(a, b);']);
});

test('reports an unsupported property in a style sheet', () => {
  expect(withLine('assets/index.css', 'b{inset:0}')).toEqual(['assets/index.css: inset in b']);
});

test('throws when the build has no service worker', () => {
  const { 'service-worker.js': _worker, ...rest } = FILES;
  expect(() => findUnsupportedInBuild(rest)).toThrow('The build of the screen has no service-worker.js.');
});

test('reports a first script that is too large', () => {
  expect(findLargeFirstScript(FILES)).toEqual([]);
  const script = randomBytes(60_000).toString('base64');
  expect(findLargeFirstScript({ ...FILES, 'assets/index.js': script })).toEqual([
    expect.stringMatching(/^assets\/index\.js has \d+ bytes of at most 46000, compressed$/),
  ]);
});
