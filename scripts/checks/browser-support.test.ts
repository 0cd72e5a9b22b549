import { describe, expect, test } from 'vitest';
import { findUnsupportedScript } from './browser-support.ts';
import { findUnsupportedStyle } from './style-support.ts';

const checkScript = (code: string) => findUnsupportedScript({ 'page.js': code });
const checkStyle = (css: string) => findUnsupportedStyle('page.css', css);

describe('findUnsupportedScript', () => {
  test.each([
    ['a ??= b;', '??='],
    ['a ||= b;', '||='],
    ['a ?? b;', '??'],
    ['a?.b;', 'optional chaining'],
    ['class A { b = 1; }', 'class field'],
    ['class A { #b() {} }', 'private member'],
    ['class A { static { f(); } }', 'static block'],
    ['f(1_000);', 'numeric separator'],
    ['f(10n);', 'BigInt literal'],
    ['await f();', 'top-level await'],
    ['/(?<=a)b/.test(c);', 'regular expression lookbehind'],
    ['/a/v.test(c);', 'regular expression flag v'],
    ['/(?i:a)/.test(c);', 'regular expression modifier'],
    ["export * as a from 'a';", 'export * as'],
  ])('reports the syntax of %s', (code, fault) => {
    expect(checkScript(code).join('\n')).toContain(`page.js:1: ${fault} near`);
  });

  test.each([
    ['structuredClone(a);', 'structuredClone'],
    ['self.queueMicrotask(f);', 'queueMicrotask'],
    ['[].findLast(f);', 'findLast'],
    ["'a'.matchAll(/b/g);", 'matchAll'],
    ['fade.finished.then(f);', 'finished'],
    ['Object.hasOwn(a, b);', 'Object.hasOwn'],
    ['Promise.any(a);', 'Promise.any'],
    ['fetch(a, { signal: AbortSignal.timeout(1) });', 'AbortSignal.timeout'],
    ["a.replaceAll('b', 'c');", 'replaceAll'],
    ['crypto.randomUUID();', 'crypto.randomUUID'],
    ['[...a].toSorted();', 'toSorted'],
    ['Response.json(a);', 'Response.json'],
    ['new Intl.ListFormat();', 'Intl.ListFormat'],
    ["Object.assign(a.style, { inset: '0' });", 'inset'],
    ["a.style.inset = '0'; b.style.aspectRatio;", 'aspectRatio'],
    ["a.style.cssText = 'position:absolute;inset:0';", 'inset in a style text'],
    ['f(`position:absolute;inset:0;${a}`);', 'inset in a style text'],
  ])('reports the interface in %s', (code, fault) => {
    expect(checkScript(code).join('\n')).toContain(`page.js:1: ${fault} near`);
  });

  test('reports the line', () => {
    expect(checkScript('f();\nstructuredClone(a);')).toEqual(['page.js:2: structuredClone near structuredClone(a);']);
  });

  test('accepts syntax and interfaces of Chromium 69 and Safari 13', () => {
    const code = `
      async function* f({ a, ...b }) { try { for await (const c of b) yield { ...c, d: c ** 2 }; } catch { return import('./e.js'); } }
      class A { constructor() { this.at = 1; } get b() { return /(?<year>\\d+)(?:a)/su.exec(response.json()); } }
      f().finally(() => Promise.all([])); x.timeout; x.any(); clients.matchAll({}); f(x.at); const o = { structuredClone: 1 }; o.structuredClone;`;
    expect(checkScript(code)).toEqual([]);
  });

  test('accepts an interface that another script of the page provides', () => {
    const polyfill = "Object.defineProperty(Array.prototype, 'toSorted', { value: f }); AbortSignal.timeout = g;";
    expect(findUnsupportedScript({ 'a.js': 'a.toSorted(); AbortSignal.timeout(1);', 'b.js': polyfill })).toEqual([]);
  });

  test('accepts minified polyfills', () => {
    const code = 'd(Array.prototype,`at`,f),`replaceAll`in String.prototype||d(String.prototype,`replaceAll`,g);a.at(-1),b.replaceAll(c,d)';
    expect(checkScript(code)).toEqual([]);
  });

  test('accepts an interface whose absence is tested', () => {
    expect(checkScript("typeof structuredClone === 'function' ? structuredClone(a) : b;")).toEqual([]);
    expect(checkScript("'resultingClientId' in event ? event.resultingClientId : '';")).toEqual([]);
    expect(checkScript("f(event.resultingClientId || '', (t = fade.finished) == null ? a : t);")).toEqual([]);
  });

  test('accepts an interface in an attempt with an alternative', () => {
    expect(checkScript('function f() { try { return crypto.randomUUID(); } catch { return g(); } }')).toEqual([]);
  });

  test.each([
    'try { crypto.randomUUID(); } catch {}',
    'try { crypto.randomUUID(); } finally { f(); }',
    'try { f(); crypto.randomUUID(); } catch { g(); }',
    'try { f(() => crypto.randomUUID()); } catch { g(); }',
    'try { f(); } catch { crypto.randomUUID(); }',
  ])('reports the interface in %s', (code) => {
    expect(checkScript(code)).toHaveLength(1);
  });

  test('reports a script that cannot be parsed', () => {
    expect(checkScript('a b')).toHaveLength(1);
  });
});

describe('findUnsupportedStyle', () => {
  test.each([
    ['a { inset: 0 }', 'inset in a'],
    ['a { width: min(1vw, 2px) }', 'min( in a'],
    ['a{font-size:clamp(1px,2vw,3px)}', 'clamp( in a'],
    ['a { aspect-ratio: 1 }', 'aspect-ratio in a'],
    ['a { display: flex; gap: 1px }', 'gap outside a grid in a'],
    ['a { height: 100dvh }', '0dvh in a'],
    [':where(a) { color: red }', ':where in :where(a)'],
    ['a:focus-visible { color: red }', ':focus-visible in a:focus-visible'],
    ['@layer a { b { color: red } }', '@layer in @layer a'],
    ['a { & b { color: red } }', 'nesting in & b'],
    ['@media (width >= 1px) { a { color: red } }', '@media in @media (width >= 1px)'],
    ["html { font-family: 'Sans Variable', sans-serif }", 'variable font outside @supports in html'],
  ])('reports %s', (css, fault) => {
    expect(checkStyle(css)).toEqual([`page.css: ${fault}`]);
  });

  test.each([
    'a { display: grid; gap: 1px; color: #fff8 }',
    'a { width: 1vw; width: min(1vw, 2px) }',
    '@supports (width: min(1px, 2px)) { a { width: min(1vw, 2px) } }',
    'a { content: "min(1px) { inset: 0 }"; /* inset: 0 */ background: url(data:min(1px) }',
    '@container (orientation: portrait) { a { width: min(1vw, 2px) } }',
    '@media (max-width: 1px) { a:not(.b) { color: red } }',
  ])('accepts %s', (css) => {
    expect(checkStyle(css)).toEqual([]);
  });
});
