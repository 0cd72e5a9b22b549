/** Keeps the panel lit while the page is seen, where the browser lets a page ask for that. */
export function keepAwake(): void {
  if (!('wakeLock' in navigator)) return;
  const ask = () => {
    if (document.visibilityState !== 'visible') return;
    navigator.wakeLock.request('screen').catch((cause: unknown) => console.info('the screen may go dark:', cause));
  };
  // The browser takes the lock away whenever the page is hidden.
  document.addEventListener('visibilitychange', ask);
  ask();
}

/** A click fills the panel. Browsers only allow that to a person's hand. */
export function fillOnClick(): void {
  document.addEventListener('click', () => {
    if (document.fullscreenElement) return;
    document.documentElement.requestFullscreen?.().catch((cause: unknown) => console.info('no full screen:', cause));
  });
}

/** Asks the browser not to throw the files away when the disk gets tight. */
export async function keepFiles(): Promise<void> {
  if (!navigator.storage?.persist) return;
  await navigator.storage.persist();
}
