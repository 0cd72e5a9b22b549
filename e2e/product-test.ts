import { test as base } from '@playwright/test';
import { Product } from './product.ts';

/** One product for all the files a worker runs, unless they kill or configure theirs. So each file makes people of its own, by the domain of their addresses. */
export const test = base.extend<object, { shared: Product }>({
  shared: [
    // Playwright reads from the pattern what a fixture needs, and insists on one.
    async ({ browserName: _browserName }, provide) => {
      const product = await Product.start();
      await provide(product);
      await product.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
