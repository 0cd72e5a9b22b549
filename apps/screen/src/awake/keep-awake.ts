/** Keeps the display on while the page is visible. Uses a wake lock, or a silent video when the browser has no wake lock or refuses it. */
export function keepAwake(stage: HTMLElement): void {
  let hasVideo = false;
  const playVideo = async () => {
    if (hasVideo) return;
    hasVideo = true;
    const { playSilentVideo } = await import('./silent-video.ts');
    playSilentVideo(stage);
  };
  const handleFailure = (cause: unknown) => {
    hasVideo = false;
    console.info('the display may turn off:', cause);
  };
  const isVisible = () => document.visibilityState === 'visible';
  const request = async () => {
    if (!isVisible()) return;
    if (!('wakeLock' in navigator)) return playVideo();
    try {
      await navigator.wakeLock.request('screen');
      // Pages on the home screen of iOS 16.4 to 18.3 get a lock that has no effect.
      if ('standalone' in navigator && navigator.standalone === true) await playVideo();
    } catch (cause) {
      console.info('no wake lock:', cause);
      // A page that was hidden in the meantime is refused too, and requests the lock again when it becomes visible.
      if (isVisible()) await playVideo();
    }
  };
  const run = () => void request().catch(handleFailure);
  // The browser releases the lock whenever the page is hidden.
  document.addEventListener('visibilitychange', run);
  run();
}
