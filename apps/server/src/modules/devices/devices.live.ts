import { commandReceipt, screenReport } from '@vitrine/contract';
import type { Logger } from 'pino';
import type { ScreenSockets } from '../../platform/live/live-server.ts';
import type { DeviceCommands } from './device-commands.service.ts';
import type { ScreensService } from './screens.service.ts';

/** Handlers of the screens' sockets. */
export function createScreenSockets(screens: ScreensService, commands: DeviceCommands, log: Logger): ScreenSockets {
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
      const parsed = commandReceipt.safeParse(payload);
      if (parsed.success) await guard(commands.recordReceipt(screenId, parsed.data));
    },
  };
}
