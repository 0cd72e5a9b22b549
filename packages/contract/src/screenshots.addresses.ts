/** Address of screenshots, which only the screen's chunk that takes them contains. */
import { endpointAddress } from './endpoint.ts';
import type { screenshotUpload } from './screenshots.ts';

export const uploadScreenshot = endpointAddress<{ query: typeof screenshotUpload }>()({
  method: 'POST',
  path: '/screens/screenshots',
  access: 'screen',
});
