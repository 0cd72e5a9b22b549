import { findChromium } from './chromium.ts';

/** The browser is found, or unpacked, once; the workers are told where it is. */
export default async function setup(): Promise<void> {
  process.env['CHROMIUM'] = await findChromium();
}
