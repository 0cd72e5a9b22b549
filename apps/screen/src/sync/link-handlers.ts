import type { EmergencyInbox } from '../emergency/emergency-inbox.ts';
import type { Reporter } from '../report/reporter.ts';
import type { LiveLinkOptions } from './live-link.ts';
import type { ManifestSync } from './manifest-sync.ts';

export interface LinkListeners {
  sync: ManifestSync;
  reporter: Reporter;
  emergency: EmergencyInbox;
  late: { takeScreenshot: () => void; announceMove: (withinMs: number) => void };
  runCommand: (command: Parameters<LiveLinkOptions['onCommand']>[0]) => Promise<void>;
}

/** Handlers of the live messages, shared by real screens and by the simulated screens of tools/simulate. */
export const createLinkHandlers = ({ sync, reporter, emergency, late, runCommand }: LinkListeners): Omit<LiveLinkOptions, 'identity'> => ({
  onSync: (message) => sync.handleSyncMessage(message),
  onRefused: () => sync.requestSync(),
  onFullReportRequested: () => reporter.resetBaseline(),
  onSpreadRequested: (withinMs) => reporter.delayWithin(withinMs),
  onCommand: (command) => void runCommand(command).finally(() => reporter.scheduleReport()),
  onScreenshotRequested: () => late.takeScreenshot(),
  onMoveAnnounced: (withinMs) => late.announceMove(withinMs),
  onEmergency: (update) => emergency.handleUpdate(update),
  onConnected: (connected) => {
    emergency.handleConnection(connected);
    sync.setLinked(connected);
    if (connected) reporter.resetBaseline();
  },
});
