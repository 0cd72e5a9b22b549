import { actionReceipt, screenReport } from '@vitrine/contract';
import type { Logger } from 'pino';
import type { ScreenSockets } from '../../platform/live/live-server.ts';
import type { DeviceActions } from './device-actions.service.ts';
import type { ScreensService } from './screens.service.ts';

/** What happens when a screen's socket comes, speaks and goes. */
export function createScreenSockets(screens: ScreensService, actions: DeviceActions, log: Logger): ScreenSockets {
  const guard = <T>(work: Promise<T>): Promise<T | undefined> =>
    work.catch((error) => {
      log.warn({ err: error }, 'a screen event was not handled');
      return undefined;
    });
  return {
    authenticate: screens.resolveScreen,
    connected: (screenId, address) => guard(screens.connected(screenId, address)),
    async disconnected(screenId) {
      await guard(screens.disconnected(screenId));
    },
    async report(screenId, payload) {
      const parsed = screenReport.safeParse(payload);
      if (parsed.success) await guard(screens.report(screenId, parsed.data));
    },
    async receipt(screenId, payload) {
      const parsed = actionReceipt.safeParse(payload);
      if (parsed.success) await guard(actions.receipt(screenId, parsed.data));
    },
  };
}
