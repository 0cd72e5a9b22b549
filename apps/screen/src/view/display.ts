const POINTER_HIDES_AFTER_MS = 3000;

type WithPrefix = HTMLElement & { webkitRequestFullscreen?: () => Promise<void> | undefined };

/** Fills the display. Browsers only allow it right after a key, a click or a touch. */
export function fillDisplay(): void {
  const root: WithPrefix = document.documentElement;
  // Safari before 16.4 has the prefixed method, which returns no promise.
  const request = root.requestFullscreen ?? root.webkitRequestFullscreen;
  if (document.fullscreenElement || !request) return;
  Promise.resolve(request.call(root)).catch((cause: unknown) => console.info('no full screen:', cause));
}

/** Hides the pointer while it does not move, on every face. */
export function hidePointer(): void {
  const { dataset } = document.body;
  const hide = () => {
    dataset['pointer'] = 'hidden';
  };
  let timer = setTimeout(hide, POINTER_HIDES_AFTER_MS);
  let place = '';
  document.addEventListener('mousemove', ({ screenX, screenY }) => {
    // Browsers also send the event when the element under a resting pointer changes.
    const next = `${screenX} ${screenY}`;
    if (next === place) return;
    place = next;
    delete dataset['pointer'];
    clearTimeout(timer);
    timer = setTimeout(hide, POINTER_HIDES_AFTER_MS);
  });
}
