import type { Reporter } from '../report/reporter.ts';
import type { LiveLinkOptions } from './live-link.ts';
import type { ManifestSync } from './manifest-sync.ts';

export interface Listeners {
  sync: ManifestSync;
  reporter: Reporter;
  runCommand: (command: Parameters<LiveLinkOptions['onCommand']>[0]) => Promise<void>;
}

/** Handlers of the live messages, shared by real screens and by the simulated screens of tools/simulate. */
export const linkHandlers = ({ sync, reporter, runCommand }: Listeners): Omit<LiveLinkOptions, 'identity'> => ({
  onSync: (message) => sync.heard(message),
  onRefused: () => sync.nudge(),
  onWhole: () => reporter.startAnew(),
  onCrowd: (withinMs) => reporter.spread(withinMs),
  onCommand: (command) => void runCommand(command).finally(() => reporter.changed()),
  onConnected: (connected) => {
    sync.setLinked(connected);
    if (connected) reporter.startAnew();
  },
});
