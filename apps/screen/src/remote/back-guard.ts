import { showHint } from '../view/hint.ts';

const GUARD = 'vitrine-guard';
/** Time in which a second press of Back leaves the page. */
const LEAVES_WITHIN_MS = 3000;

/**
 * Keeps the Back key from leaving the page by accident. A second history entry for the same page means that the first press only removes this entry and shows
 * a hint. A second press within three seconds leaves; otherwise the entry is added again. Returns the handler for TVs that report Back as a key.
 */
export function guardBack(): (event: KeyboardEvent) => void {
  const isGuarded = () => history.state === GUARD;
  const guard = () => {
    if (!isGuarded()) history.pushState(GUARD, '');
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  window.addEventListener('popstate', () => {
    clearTimeout(timer);
    if (isGuarded()) return;
    showHint('Press Back again to leave this page.', LEAVES_WITHIN_MS);
    timer = setTimeout(guard, LEAVES_WITHIN_MS);
  });
  guard();
  return (event) => {
    // At the first page of a tab, only the browser itself can go further back, or close.
    if (!isGuarded() && history.length <= 2) return;
    event.preventDefault();
    if (!event.repeat) history.back();
  };
}
