import { expect, test } from 'vitest';
import { PUBLIC_PAGES } from '../src/areas/site/public-pages.ts';
import { pageDocument, sitemapXml } from './page-document.ts';

const shell = [
  '<html><head><meta name="color-scheme" content="light dark" /><title>Vitrine</title><meta name="description" content="x" />',
  '<script src="/theme.js"></script><link rel="icon" href="/i.svg" /><script type="module" src="/assets/main.js"></script>',
  '<link rel="stylesheet" href="/assets/style.css"></head><body><div id="root"></div></body></html>',
].join('\n');
const page = { path: '/pricing', title: 'Pricing', description: 'From "$49" & up', picture: 'pricing' };
const parts = { page, body: '<h1>$& Pricing</h1>', styles: ['/assets/a.css'], scripts: [], fonts: [] };

test('a page has one title, one description, its address and its picture', () => {
  const html = pageDocument(shell, parts);
  expect(html.match(/<title>[^<]*/g)).toEqual(['<title>Pricing · Vitrine']);
  expect(html.match(/name="description" content="[^"]*"/g)).toEqual(['name="description" content="From &#34;$49&#34; &#38; up"']);
  expect(html).toContain('<link rel="canonical" href="https://vitrine.invalid/pricing" />');
  expect(html).toContain('content="https://vitrine.invalid/social/pricing.png"');
  expect(html).toContain('<div id="root" data-static><h1>$& Pricing</h1></div>');
});

test('styles come before scripts, and the theme before both', () => {
  const html = pageDocument(shell, { ...parts, scripts: ['/assets/b.js'] });
  const order = ['/theme.js', '/assets/style.css', '/assets/a.css', '/assets/main.js', '/assets/b.js', '</head>'];
  const places = order.map((part) => html.indexOf(part));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
});

test('a shell without a place for the page stops the build', () => {
  expect(() => pageDocument(shell.replace('root', 'app'), parts)).toThrow(/root/);
});

test('the sitemap names every public page', () => {
  expect(sitemapXml(PUBLIC_PAGES).match(/<loc>/g)).toHaveLength(PUBLIC_PAGES.length);
});
