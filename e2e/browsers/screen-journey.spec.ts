/** The screen in the browsers of TVs and tablets: pair, play, follow a change, restart offline, report. */
import { Product } from '../product.ts';
import { test } from '../product-test.ts';
import { chooseBrowsers, formatTitle } from './browser-choice.ts';
import { runInBrowser } from './screen-browser.ts';
import { playJourney } from './screen-journey.ts';

for (const choice of chooseBrowsers()) {
  test(`pairs, plays, restarts offline and reports in ${formatTitle(choice)}`, async () => {
    test.skip(choice.missing !== null, choice.missing ?? '');
    test.setTimeout(300_000);
    const product = await Product.start();
    try {
      await runInBrowser(await choice.start(), (browser) => playJourney(product, browser, choice.playsVideo));
    } finally {
      await product.remove();
    }
  });
}
