import { type Browser, chromium } from '@playwright/test';
import type { ApiPerson } from '../../e2e/api.ts';
import { CHROMIUM_FLAGS, findChromium } from '../../e2e/chromium.ts';
import { openSignedInPage } from '../../e2e/signed-in-page.ts';

/** Lets each of these people buy the plan at this price in a separate window. Returns each duration, in milliseconds. */
export async function timePurchases(people: readonly ApiPerson[], priceId: string): Promise<number[]> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
  try {
    const times: number[] = [];
    for (const person of people) times.push(await timePurchase(browser, person, priceId));
    return times;
  } finally {
    await browser.close();
  }
}

async function timePurchase(browser: Browser, person: ApiPerson, priceId: string): Promise<number> {
  const page = await openSignedInPage(browser, person);
  await page.goto(`${person.product.origin}/main/subscription/stripepayment?priceId=${priceId}`);
  await page.getByLabel('Card number').pressSequentially('4242424242424242');
  await page.getByLabel('Expiry').fill('04 / 40');
  await page.getByLabel('CVC').fill('123');
  const pay = page.getByRole('button', { name: /^Pay Now/ });
  await pay.scrollIntoViewIfNeeded();
  await page.evaluate(installClock);
  await pay.click();
  const handle = await page.waitForFunction(() => (window as unknown as PaymentWindow).waitedMs);
  const ms = (await handle.jsonValue()) ?? Number.NaN;
  await page.context().close();
  return ms;
}

interface PaymentWindow {
  waitedMs?: number;
}

/** Runs in the page. Measures the time from the click until the first frame with the heading. */
function installClock(): void {
  let clickedAt = Number.NaN;
  addEventListener('click', () => (clickedAt = performance.now()), { capture: true, once: true });
  const poll = () => {
    const headings = [...document.querySelectorAll('h1, h2')];
    if (headings.some(({ textContent }) => textContent === 'Payment Successful'))
      (window as unknown as PaymentWindow).waitedMs = performance.now() - clickedAt;
    else requestAnimationFrame(poll);
  };
  poll();
}
