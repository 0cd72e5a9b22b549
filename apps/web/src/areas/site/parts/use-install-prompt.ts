import { useSyncExternalStore } from 'react';

/** Chromium's offer to install the page; other browsers never make it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let installOffer: InstallOffer | null = null;
const listeners = new Set<() => void>();

function storeOffer(next: InstallOffer | null) {
  installOffer = next;
  for (const listener of listeners) listener();
}

window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  storeOffer(event as InstallOffer);
});
window.addEventListener('appinstalled', () => storeOffer(null));

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
    () => installOffer,
    () => null,
  );
  return current
    ? () => {
        void current.prompt();
        storeOffer(null);
      }
    : undefined;
}
