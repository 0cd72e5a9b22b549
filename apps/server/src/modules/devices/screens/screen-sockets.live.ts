import { commandReceipt, reportChanges, type ScreenReport, screenReport } from '@vitrine/contract';
import type { Logger } from 'pino';
import { createLimitedLog } from '../../../platform/limits/limited-log.ts';
import type { ScreenConnection, ScreenSockets } from '../../../platform/live/screen-handlers.ts';
import type { DeviceCommandsService } from '../commands/device-commands.service.ts';
import type { OpenCommands } from '../open-commands.ts';
import type { ScreensService } from './screens.service.ts';

export interface ScreenSocketsDeps {
  screens: ScreensService;
  commands: DeviceCommandsService;
  openCommands: OpenCommands;
  log: Logger;
}

/** Creates the handlers of the screens' sockets. Errors are logged. */
export function createScreenSockets({ screens, commands, openCommands, log }: ScreenSocketsDeps): ScreenSockets {
  const warn = createLimitedLog(log);
  const logErrors = <T>(work: Promise<T>): Promise<T | undefined> =>
    work.catch((error) => {
      warn('a screen event was not handled', { err: error });
      return undefined;
    });
  /** The last report on each link, to which its changes refer. Two pages of one screen have a link each. */
  const reports = new WeakMap<ScreenConnection, ScreenReport>();
  const store = async (link: ScreenConnection, report: ScreenReport): Promise<void> => {
    reports.set(link, report);
    await logErrors(screens.report(link.screenId, report));
  };
  return {
    async authenticate(deviceCode, secret) {
      const screen = await screens.resolveScreen(deviceCode, secret);
      return screen && { screenId: screen.screenId, isOwned: screen.deviceId !== null };
    },
    connected: (screenId, address, userAgent) => logErrors(screens.connected(screenId, address, userAgent)),
    disconnected: async (screenId) => (await logErrors(screens.disconnected(screenId).then(() => true))) ?? false,
    async report(link, payload) {
      const parsed = screenReport.safeParse(payload);
      if (parsed.success) await store(link, parsed.data);
      else reports.delete(link);
      return parsed.success;
    },
    async changes(link, payload) {
      const previous = reports.get(link);
      const parsed = reportChanges.safeParse(payload);
      if (previous && parsed.success) await store(link, { ...previous, ...parsed.data });
      else reports.delete(link);
      return reports.has(link);
    },
    commanded(screenId, payload) {
      const { id } = payload as { id?: unknown };
      if (typeof id === 'string') openCommands.add(screenId, [id]);
    },
    async receipt(screenId, payload) {
      const parsed = commandReceipt.safeParse(payload);
      if (!parsed.success || !openCommands.expects(screenId, parsed.data)) return;
      await logErrors(commands.recordReceipt(screenId, parsed.data));
    },
  };
}
