import type { Page } from '@playwright/test';

/** Router of the web app, which its library makes available in the page. */
interface AppRouter {
  /** Resolves when the page has rendered the address. */
  navigate(to: { href: string; ignoreBlocker: true }): Promise<void>;
}

/**
 * Opens an address of the web app in its open page, as a link does. This takes a fraction of the processor time of a load. Loads the document when the page
 * shows no address of the web app yet, or this address already.
 */
export async function openInApp(page: Page, address: string): Promise<void> {
  const { origin, pathname, search } = new URL(address);
  const isNavigated = await page.evaluate(
    async ([atOrigin, href]) => {
      const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__?: AppRouter };
      if (!router || location.origin !== atOrigin || location.pathname + location.search === href) return false;
      await router.navigate({ href, ignoreBlocker: true });
      return true;
    },
    [origin, pathname + search] as const,
  );
  if (!isNavigated) await page.goto(address);
}
