import { getPageTitle, type PublicPage } from '../src/areas/site/public-pages.ts';

/** Stands for the installation's own address in what is built; the server puts PUBLIC_URL in its place. */
export const ORIGIN = 'https://vitrine.invalid';

/** First link of the shell's head; everything the page loads comes before it. */
const FIRST_LINK = '<link rel="icon"';

interface PageParts {
  page: PublicPage;
  /** HTML of the page before any script runs. */
  body: string;
  /** Addresses of the files this page needs and the shell does not name. */
  styles: string[];
  scripts: string[];
  fonts: string[];
}

const escape = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
const meta = (key: 'name' | 'property', name: string, content: string) => `<meta ${key}="${name}" content="${escape(content)}" />`;

/** The shell of the app with a page in it: head for machines, body for people. */
export function pageDocument(shell: string, { page, body, styles, scripts, fonts }: PageParts): string {
  const address = ORIGIN + page.path;
  const head = [
    `<title>${escape(getPageTitle(page))}</title>`,
    meta('name', 'description', page.description),
    `<link rel="canonical" href="${address}" />`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'Vitrine'),
    meta('property', 'og:title', getPageTitle(page)),
    meta('property', 'og:description', page.description),
    meta('property', 'og:url', address),
    meta('property', 'og:image', `${ORIGIN}/social/${page.picture}.png`),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('name', 'twitter:card', 'summary_large_image'),
  ].join('\n    ');
  // Through a narrow network first what is needed to see the page, then what makes it work.
  const [shellStyles, rest] = extract(shell, /\s*<link rel="stylesheet"[^>]*>/g);
  const sight = [
    shellStyles.trim(),
    ...styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}" />`),
    ...fonts.map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin />`),
    FIRST_LINK,
  ].join('\n    ');
  const work = scripts.map((href) => `  <link rel="modulepreload" crossorigin href="${href}" />\n  `).join('');
  const [, bare] = extract(rest, /\s*<title>.*?<\/title>|\s*<meta name="description"[^>]*>/gs);
  const withHead = replaced(bare, '<meta name="color-scheme"', `${head}\n    <meta name="color-scheme"`);
  const withFiles = replaced(replaced(withHead, FIRST_LINK, sight), '</head>', `${work}</head>`);
  return replaced(withFiles, '<div id="root"></div>', `<div id="root" data-static>${body}</div>`);
}

function extract(text: string, pattern: RegExp): [taken: string, rest: string] {
  return [(text.match(pattern) ?? []).join(''), text.replace(pattern, '')];
}

function replaced(text: string, part: string, by: string): string {
  if (!text.includes(part)) throw new Error(`The page's shell has no ${part}`);
  return text.replace(part, () => by);
}

/** Returns the sitemap for search engines: all public pages. */
export function sitemapXml(pages: readonly PublicPage[]): string {
  const urls = pages.map(({ path }) => `  <url><loc>${ORIGIN}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}

export const robotsTxt = `User-agent: *
Allow: /
Disallow: /api/
Disallow: /main
Disallow: /admin
Disallow: /screen

Sitemap: ${ORIGIN}/sitemap.xml
`;
