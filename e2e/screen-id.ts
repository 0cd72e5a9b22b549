import type { Page } from '@playwright/test';
import type {} from '../apps/screen/src/debug-state.ts';
import { POLLING } from './polling.ts';

/** Waits until an open screen has its id, and returns the id, which it shows until it is added as a device. */
export async function readScreenId(screen: Page): Promise<string> {
  const id = await screen.waitForFunction(() => window.__vitrine?.deviceId, undefined, POLLING);
  return (await id.jsonValue()) ?? '';
}
