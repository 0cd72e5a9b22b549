import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';
import { PUBLIC_PAGES } from '../src/areas/site/public-pages.ts';
import { pageDocument, robotsTxt, sitemapXml } from './page-document.ts';

const app = path.resolve(import.meta.dirname, '..');
/** In node_modules, which is ignored everywhere; of this process alone, since two builds may run; removed after use. */
const rendererFolder = path.join(app, 'node_modules', `.prerender-${process.pid}`);

/** Path below `areas` of the file that draws each public page, for its styles and scripts. */
const PAGE_FILES: Record<string, string> = {
  '/': 'site/pages/home',
  '/aboutUs': 'site/pages/about',
  '/pricing': 'site/pages/pricing',
  '/faq': 'site/pages/faq',
  '/connect': 'site/pages/connect',
  '/privacy': 'site/pages/privacy',
  '/cookie': 'site/pages/cookies',
  '/sitemap': 'site/pages/sitemap',
  '/login': 'accounts/pages/login',
  '/signup': 'accounts/pages/signup',
};
/** The only one that a page of English text needs. */
const FONT = /instrument-sans-latin-wdth-normal.*\.woff2$/;

/**
 * Writes each public page as HTML into dist/pages, so that it is visible before its scripts are loaded. The app's own index.html stays an empty shell for all
 * other pages. Parts that depend on the installation's address contain a placeholder.
 */
export function prerenderPages(): Plugin {
  return {
    name: 'vitrine:prerender-pages',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (!dir) throw new Error('The web app is built into no folder.');
      const shell = await readFile(path.join(dir, 'index.html'), 'utf8');
      try {
        const { renderPage, pageAddresses } = await buildRenderer();
        await mkdir(path.join(dir, 'pages'), { recursive: true });
        for (const page of PUBLIC_PAGES) {
          const pageFile = PAGE_FILES[page.path];
          if (!pageFile) throw new Error(`No file is named for the page ${page.path}.`);
          const files = filesOf(bundle, ['site/pages/public-layout', pageFile], shell);
          const html = pageDocument(shell, { page, body: await renderPage(page.path), ...files });
          await writeFile(path.join(dir, 'pages', `${page.path.slice(1) || 'home'}.html`), html);
        }
        // For the server, which answers every other address with 404.
        await writeFile(path.join(dir, 'pages', 'addresses.json'), JSON.stringify(pageAddresses()));
      } finally {
        await rm(rendererFolder, { recursive: true, force: true });
      }
      await writeFile(path.join(dir, 'sitemap.xml'), sitemapXml(PUBLIC_PAGES));
      await writeFile(path.join(dir, 'robots.txt'), robotsTxt);
    },
  };
}

/** Returns the files these pages load in addition to the shell, in the order in which they are needed. */
function filesOf(bundle: Rolldown.OutputBundle, pageFiles: string[], shell: string) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const [styles, scripts] = [new Set<string>(), new Set<string>()];
  const add = (chunk: Rolldown.OutputChunk) => {
    if (scripts.has(`/${chunk.fileName}`)) return;
    for (const name of chunk.imports) {
      const imported = chunks.find(({ fileName }) => fileName === name);
      if (imported) add(imported);
    }
    scripts.add(`/${chunk.fileName}`);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(`/${style}`);
  };
  for (const pageFile of pageFiles) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/areas/${pageFile}.tsx`));
    if (!chunk) throw new Error(`The page ${pageFile} has no chunk of its own.`);
    add(chunk);
  }
  const isNews = (file: string) => !shell.includes(`"${file}"`);
  return {
    styles: [...styles].filter(isNews),
    scripts: [...scripts].filter(isNews),
    fonts: Object.keys(bundle)
      .filter((file) => FONT.test(file))
      .map((file) => `/${file}`),
  };
}

async function buildRenderer() {
  await build({
    configFile: false,
    root: app,
    logLevel: 'error',
    plugins: [react()],
    ssr: { noExternal: true },
    build: { ssr: 'prerender/render-page.tsx', outDir: rendererFolder, emptyOutDir: true, minify: false },
  });
  standInForBrowser();
  const file = pathToFileURL(path.join(rendererFolder, 'render-page.js')).href;
  return (await import(file)) as { renderPage: (path: string) => Promise<string>; pageAddresses: () => string[] };
}

/** Provides browser objects without a session to modules that read them when they are loaded. */
function standInForBrowser() {
  const nothing = () => undefined;
  const storage = { getItem: () => null, setItem: nothing, removeItem: nothing };
  Object.assign(globalThis, {
    localStorage: storage,
    sessionStorage: storage,
    window: { addEventListener: nothing, location: { search: '', origin: '' }, localStorage: storage, sessionStorage: storage },
  });
}
