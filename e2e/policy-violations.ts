import type { Page } from '@playwright/test';

/** Collects what the content security policy refuses on pages that are opened from now on. A browser reports it only to scripts. */
export async function refusedBy(page: Page): Promise<string[]> {
  const refused: string[] = [];
  await page.exposeFunction('noteRefused', (violation: string) => void refused.push(violation));
  await page.addInitScript(() => {
    const { noteRefused } = globalThis as unknown as { noteRefused(violation: string): void };
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => noteRefused(`${effectiveDirective} ${blockedURI}`));
  });
  return refused;
}
