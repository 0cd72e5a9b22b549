import { test as base } from '@playwright/test';
import { Product } from './product.ts';

/**
 * One product for all files of a worker, except those that kill or configure theirs. Each file therefore creates its own accounts with a separate email
 * domain.
 */
export const test = base.extend<object, { shared: Product }>({
  shared: [
    // Playwright requires a destructuring pattern, from which it reads the dependencies of a fixture.
    async ({ browserName: _browserName }, provide) => {
      const product = await Product.start();
      await provide(product);
      await product.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
