import type { ScreenShell } from '@vitrine/contract/screens';
import { SHELL_STATE, SHELL_STATE_CACHE } from './addresses.ts';
import type { ShellState } from './shell-state.ts';

const toScreenShell = ({ good, trial, bad }: ShellState): ScreenShell => ({ good, trial: trial?.version ?? null, bad });

/** Which versions are here, as the service worker wrote it down; null without one. */
export async function readShellVersions(): Promise<ScreenShell | null> {
  if (!('caches' in globalThis) || !navigator.serviceWorker?.controller) return null;
  const kept = await caches.match(SHELL_STATE, { cacheName: SHELL_STATE_CACHE });
  return kept ? toScreenShell((await kept.json()) as ShellState) : null;
}

/** Tells which versions are here, now and whenever the worker says that it has changed. */
export async function watchShellVersions(tell: (shell: ScreenShell) => void): Promise<void> {
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<{ shell?: ShellState }>) => {
    if (data.shell) tell(toScreenShell(data.shell));
  });
  const shell = await readShellVersions();
  if (shell) tell(shell);
}
