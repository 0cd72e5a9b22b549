import { screenReport } from '@vitrine/contract';
import type { Logger } from 'pino';
import type { ScreenSockets } from '../../platform/live/live-server.ts';
import type { ScreensService } from './screens.service.ts';

/** What happens when a screen's socket comes, speaks and goes. */
export function createScreenSockets(screens: ScreensService, log: Logger): ScreenSockets {
  const guard = (work: Promise<void>) => work.catch((error) => log.warn({ err: error }, 'a screen event was not handled'));
  return {
    authenticate: screens.resolveScreen,
    connected: (screenId) => guard(screens.connected(screenId)),
    disconnected: (screenId) => guard(screens.disconnected(screenId)),
    async report(screenId, payload) {
      const parsed = screenReport.safeParse(payload);
      if (parsed.success) await guard(screens.report(screenId, parsed.data));
    },
  };
}
