/**
 * Draws the preview images of shared links: `node e2e/social-pictures.ts`. Run it again when the public site changes its design. They are the home page's
 * banner with other texts, 1200 by 630.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts';
import { Product } from './product.ts';

const FOLDER = path.resolve(import.meta.dirname, '../apps/web/public/social');
const HEADINGS: Record<string, string> = {
  home: 'Your photos belong on the wall.',
  about: 'From your phone to your screens.',
  pricing: 'Start free, with one screen.',
  faq: 'Answers to common questions.',
  connect: 'Contact us.',
};
const PAGE_STYLES = `
  header nav, header details, header div, header ~ main section ~ *, footer, main section:first-child p, main section:first-child div div + p,
  main section:first-child a { display: none !important }
  main section:first-child { width: 1200px; height: 540px; padding-block: 0 40px !important; align-items: center; grid-template-columns: 5fr 6fr !important }
  h1 { font-size: 80px !important }
  [class*=wall] { max-width: 500px; justify-self: end }
`;

const product = await Product.start();
const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
try {
  await mkdir(FOLDER, { recursive: true });
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, colorScheme: 'light', reducedMotion: 'reduce' });
  for (const [name, heading] of Object.entries(HEADINGS)) {
    await page.goto(product.origin, { waitUntil: 'networkidle' });
    await page.addStyleTag({ content: PAGE_STYLES });
    await page.locator('h1').evaluate((title, text) => title.replaceChildren(text), heading);
    const image = await page.screenshot();
    await sharp(image)
      .png({ palette: true, colours: 128, compressionLevel: 9, effort: 10 })
      .toFile(path.join(FOLDER, `${name}.png`));
  }
} finally {
  await browser.close();
  await product.remove();
}
