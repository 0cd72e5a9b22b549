import type { Page } from '@playwright/test';

/** Collects violations of the content security policy on pages that are opened from now on. The browser reports them only to scripts. */
export async function collectPolicyViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction('recordViolation', (violation: string) => void violations.push(violation));
  await page.addInitScript(() => {
    const { recordViolation } = globalThis as unknown as { recordViolation(violation: string): void };
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      recordViolation(`${effectiveDirective} ${blockedURI}`),
    );
  });
  return violations;
}
