import { showHint } from '../view/hint.ts';

const GUARD_STATE = 'vitrine-guard';
/** Time in which a second press of Back leaves the page. */
const CONFIRM_WITHIN_MS = 3000;

/**
 * Keeps the Back key from leaving the page by accident. A second history entry for the same page means that the first press only removes this entry and shows
 * a hint. A second press within three seconds leaves; otherwise the entry is added again. Returns the handler for TVs that report Back as a key.
 */
export function guardBack(): (event: KeyboardEvent) => void {
  const isGuarded = () => history.state === GUARD_STATE;
  const guard = () => {
    if (!isGuarded()) history.pushState(GUARD_STATE, '');
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  window.addEventListener('popstate', () => {
    clearTimeout(timer);
    if (isGuarded()) return;
    showHint('Press Back again to leave this page.', CONFIRM_WITHIN_MS);
    timer = setTimeout(guard, CONFIRM_WITHIN_MS);
  });
  guard();
  return (event) => {
    // On the first page of a tab, let the browser go back or close the tab.
    if (!isGuarded() && history.length <= 2) return;
    event.preventDefault();
    if (!event.repeat) history.back();
  };
}
