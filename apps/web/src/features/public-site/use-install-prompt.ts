import { useSyncExternalStore } from 'react';

/** Chromium's offer to install the page; other browsers never make it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

function keep(next: InstallOffer | null) {
  offer = next;
  for (const listener of listeners) listener();
}

window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  keep(event as InstallOffer);
});
window.addEventListener('appinstalled', () => keep(null));

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Installs the web app, where the browser offers that; an offer is good once. */
export function useInstallPrompt(): (() => void) | undefined {
  const current = useSyncExternalStore(
    subscribe,
    () => offer,
    () => null,
  );
  return current
    ? () => {
        void current.prompt();
        keep(null);
      }
    : undefined;
}
