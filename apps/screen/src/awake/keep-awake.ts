/** Keeps the display on while the page is seen: by a wake lock, and by a silent video where the browser has none or refuses it. */
export function keepAwake(stage: HTMLElement): void {
  let hasVideo = false;
  const playVideo = async () => {
    if (hasVideo) return;
    hasVideo = true;
    const { playSilentVideo } = await import('./silent-video.ts');
    playSilentVideo(stage);
  };
  const failed = (cause: unknown) => {
    hasVideo = false;
    console.info('the display may turn off:', cause);
  };
  const isSeen = () => document.visibilityState === 'visible';
  const request = async () => {
    if (!isSeen()) return;
    if (!('wakeLock' in navigator)) return playVideo();
    try {
      await navigator.wakeLock.request('screen');
      // Pages on the home screen of iOS 16.4 to 18.3 get a lock that has no effect.
      if ('standalone' in navigator && navigator.standalone === true) await playVideo();
    } catch (cause) {
      console.info('no wake lock:', cause);
      // A page that was hidden in the meantime would not get the lock either, and requests it again later.
      if (isSeen()) await playVideo();
    }
  };
  const run = () => void request().catch(failed);
  // The browser releases the lock whenever the page is hidden.
  document.addEventListener('visibilitychange', run);
  run();
}
