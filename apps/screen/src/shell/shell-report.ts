import type { ScreenShell } from '@vitrine/contract/screen-shell';
import { SHELL_STATE, SHELL_STATE_CACHE } from './addresses.ts';
import type { ShellState } from './shell-state.ts';

const toScreenShell = ({ good, trial, bad, causes }: ShellState): ScreenShell => ({
  good,
  trial: trial?.version ?? null,
  bad,
  ...(causes && { causes }),
});

/** Reads the installed versions that the service worker has recorded; null without a service worker. */
export async function readShellVersions(): Promise<ScreenShell | null> {
  if (!('caches' in globalThis) || !navigator.serviceWorker?.controller) return null;
  const kept = await caches.match(SHELL_STATE, { cacheName: SHELL_STATE_CACHE });
  return kept ? toScreenShell((await kept.json()) as ShellState) : null;
}

/** Reports the installed versions now and whenever the service worker changes them. */
export async function watchShellVersions(report: (shell: ScreenShell) => void): Promise<void> {
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<{ shell?: ShellState }>) => {
    if (data.shell) report(toScreenShell(data.shell));
  });
  const shell = await readShellVersions();
  if (shell) report(shell);
}
