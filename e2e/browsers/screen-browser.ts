import { test } from '@playwright/test';

const LOG_LINES = 30;

/** A browser with a stored profile that runs one page. Expressions are evaluated as written, so they must be valid in the oldest browser. */
export interface ScreenBrowser {
  readonly name: string;
  /** Console messages and uncaught errors of the page, oldest first. Empty where the protocol does not report them. */
  readonly log: readonly string[];
  /** Loads a page; `before` runs in this and later pages before their own scripts, where the protocol can do so. */
  open(url: string, options?: { before?: string }): Promise<void>;
  /** Returns the value of a JavaScript expression in the page; waits for a promise. */
  evaluate<T>(expression: string): Promise<T>;
  /** Returns what the page shows, as PNG. */
  screenshot(): Promise<Buffer>;
  resize(width: number, height: number): Promise<void>;
  /** Ends the browser without notice, as a power cut does, and starts it again with the same profile and an empty page. */
  restart(): Promise<void>;
  /** Ends the browser and deletes its profile. */
  close(): Promise<void>;
}

/** Runs a test in a browser and closes it. When the test fails, its report contains what the page showed and logged. */
export async function runInBrowser(browser: ScreenBrowser, run: (browser: ScreenBrowser) => Promise<void>): Promise<void> {
  try {
    await run(browser);
  } catch (cause) {
    console.log(`The page of ${browser.name} logged:\n${browser.log.slice(-LOG_LINES).join('\n')}`);
    await test.info().attach('screenshot', { body: await browser.screenshot(), contentType: 'image/png' });
    throw cause;
  } finally {
    await browser.close();
  }
}
