import { commandReceipt, reportChanges, type ScreenReport, screenReport } from '@vitrine/contract';
import type { Logger } from 'pino';
import type { ScreenLink, ScreenSockets } from '../../platform/live/live-server.ts';
import type { DeviceCommands } from './device-commands.service.ts';
import type { ScreensService } from './screens.service.ts';

/** Handlers of the screens' sockets. */
export function createScreenSockets(screens: ScreensService, commands: DeviceCommands, log: Logger): ScreenSockets {
  const guard = <T>(work: Promise<T>): Promise<T | undefined> =>
    work.catch((error) => {
      log.warn({ err: error }, 'a screen event was not handled');
      return undefined;
    });
  /** What was said last on each link, to which its changes refer. Two pages of one screen have a link each. */
  const said = new WeakMap<ScreenLink, ScreenReport>();
  const keep = (link: ScreenLink, report: ScreenReport): Promise<void> => {
    said.set(link, report);
    return guard(screens.report(link.screenId, report)).then(() => undefined);
  };
  return {
    authenticate: screens.resolveScreen,
    connected: (screenId, address, userAgent) => guard(screens.connected(screenId, address, userAgent)),
    async disconnected(screenId) {
      await guard(screens.disconnected(screenId));
    },
    async report(link, payload) {
      const parsed = screenReport.safeParse(payload);
      if (parsed.success) await keep(link, parsed.data);
      else said.delete(link);
      return parsed.success;
    },
    changes(link, payload) {
      const before = said.get(link);
      const parsed = reportChanges.safeParse(payload);
      if (before && parsed.success) void keep(link, { ...before, ...parsed.data });
      else said.delete(link);
      return said.has(link);
    },
    async receipt(screenId, payload) {
      const parsed = commandReceipt.safeParse(payload);
      if (parsed.success) await guard(commands.recordReceipt(screenId, parsed.data));
    },
  };
}
