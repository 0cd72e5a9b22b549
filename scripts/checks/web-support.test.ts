import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { findUnsupportedWebScript, findUnsupportedWebStyle } from './web-support.ts';

describe('findUnsupportedWebScript', () => {
  it.each([
    ['Map.groupBy(list, keyOf)', 'Map.groupBy'],
    ['const { promise } = Promise.withResolvers()', 'Promise.withResolvers'],
    ['AbortSignal.any([a, b])', 'AbortSignal.any'],
    ['URL.canParse(text)', 'URL.canParse'],
    ['new URLPattern(text)', 'URLPattern'],
    ['window.scheduler.postTask(run)', 'scheduler'],
    ['element.showPopover()', 'showPopover'],
    ['a.isSubsetOf(b)', 'isSubsetOf'],
    ['map.values().filter(isOpen)', 'filter of an iterator'],
    ['/[a&&b]/v.test(text)', 'regular expression flag v'],
    ['/(?i:a)b/.test(text)', 'regular expression modifier'],
    ['{ using file = open(); }', 'using'],
  ])('reports %s', (code, name) => {
    expect(findUnsupportedWebScript('a.js', code)).toEqual([expect.stringContaining(`a.js: ${name} near`)]);
  });

  it.each([
    'list.toSorted()',
    'AbortSignal.timeout(1)',
    'Object.values(map).filter(isOpen)',
    'if ("showPopover" in element) element.showPopover()',
    'if (`showPopover` in element) element.showPopover()',
    'element.showPopover?.()',
    'typeof URLPattern === "function" && new URLPattern(text)',
    'const types = window.trustedTypes',
  ])('accepts %s', (code) => {
    expect(findUnsupportedWebScript('a.js', code)).toEqual([]);
  });

  it('reports a script that cannot be parsed', () => {
    expect(findUnsupportedWebScript('a.js', 'let = ;')).not.toEqual([]);
  });
});

describe('findUnsupportedWebStyle', () => {
  it.each([
    ['a{color:light-dark(red,blue)}', 'light-dark()'],
    ['a{color:rgb(from red r g b)}', 'relative colour'],
    ['a{width:round(1px,2px)}', 'new function'],
    ['@starting-style{a{opacity:0}}', 'new at-rule'],
    ['a:popover-open{opacity:1}', 'new selector'],
    ['a{position-area:top}', 'new property'],
    ['a{color:red;& b{color:blue}}', 'nested rules'],
  ])('reports %s', (css, name) => {
    expect(findUnsupportedWebStyle('a.css', css)).toEqual([expect.stringContaining(`a.css: ${name}`)]);
  });

  it.each([
    '@media print{a{color:red}}',
    'a::after{content:"@scope"}',
    '@supports (x:y){@media print{a:has(b){color:color-mix(in srgb,red,blue)}}}',
  ])('accepts %s', (css) => {
    expect(findUnsupportedWebStyle('a.css', css)).toEqual([]);
  });
});

/** These scripts also run in browsers that are too old for the app. */
describe('scripts that every browser runs', () => {
  const NEW = /^(ChainExpression|PropertyDefinition|PrivateIdentifier|AwaitExpression|ImportExpression|SpreadProperty)$/;

  it.each(['theme.js', 'not-started.js'])('%s uses no syntax newer than Chromium 60', (name) => {
    const code = readFileSync(new URL(`../../apps/web/public/${name}`, import.meta.url), 'utf8');
    const { program, errors } = parseSync(name, code, { sourceType: 'script' });
    const tooNew: string[] = [];
    JSON.stringify(program, (key, value: unknown) => {
      const node = value as { type?: string; operator?: string; param?: unknown } | null;
      if (node?.type && NEW.test(node.type)) tooNew.push(node.type);
      if (['??', '??=', '||=', '&&='].includes(node?.operator ?? '')) tooNew.push(node?.operator ?? '');
      if (node?.type === 'CatchClause' && !node.param) tooNew.push('catch without a binding');
      return key === 'value' && typeof value === 'bigint' ? tooNew.push('bigint') : value;
    });
    expect([errors, tooNew]).toEqual([[], []]);
    expect(code).not.toMatch(/\bglobalThis\b|\d_\d|replaceChildren|replaceAll/);
  });
});
