/** The web app while its server is unreachable. */
import { expect } from '@playwright/test';
import { ApiPerson } from './api.ts';
import { Product } from './product.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';

const MESSAGE = 'Can’t reach the server. Reconnecting…';

test('shows without interaction that the server is unreachable until it is back, after a crash and after a shutdown', async ({
  browser,
}) => {
  const product = await Product.start();
  const page = await openSignedInPage(browser, await ApiPerson.create(product, 'ana@server-away.example'));
  for (const signal of ['SIGKILL', 'SIGINT'] as const)
    await test.step(signal, async () => {
      const live = page.waitForEvent('websocket');
      await page.reload();
      await live;
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText(MESSAGE)).toHaveCount(0);
      await product.stop(signal);
      await expect(page.getByRole('status').filter({ hasText: MESSAGE })).toBeVisible();
      await product.start();
      await expect(page.getByText(MESSAGE)).toHaveCount(0);
    });
  await page.context().close();
  await product.remove();
});
