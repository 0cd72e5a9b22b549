import { preprocessCSS, resolveConfig } from 'vite';
import { expect, it } from 'vitest';
import { hoverMedia } from './hover-media.ts';

async function build(css: string): Promise<string> {
  const config = await resolveConfig({ configFile: false, css: { postcss: { plugins: [hoverMedia()] } } }, 'build');
  return (await preprocessCSS(css, 'a.css', config)).code.replaceAll(/\s/g, '');
}

it.each([
  ['.a:hover { color: red }', '@media (hover: hover) { .a:hover { color: red } }'],
  ['.a:hover, .a:focus-visible { color: red }', '.a:focus-visible { color: red } @media (hover: hover) { .a:hover { color: red } }'],
  ['.a:not(:hover) { color: red }', '.a:not(:hover) { color: red }'],
  ['.a { color: red }', '.a { color: red }'],
  ['@media (hover: none) { .a:hover { color: red } }', '@media (hover: none) { .a:hover { color: red } }'],
  [
    '@media (max-width: 719px) { .a:hover { color: red } }',
    '@media (max-width: 719px) { @media (hover: hover) { .a:hover { color: red } } }',
  ],
])('applies hover styles only where a pointer can hover: %s', async (css, expected) => {
  expect(await build(css)).toBe(expected.replaceAll(/\s/g, ''));
});
