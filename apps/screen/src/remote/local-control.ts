import { fillDisplay, hidePointer } from '../view/display.ts';
import { showHint } from '../view/hint.ts';
import { guardBack } from './back-guard.ts';
import { actionOfKey, type KeyAction } from './remote-keys.ts';

/** Keys with the same effect and reports as remote commands. */
export type PlaybackKey = Exclude<KeyAction, 'fullscreen' | 'back'>;

const HINT_MS = 3000;

/** Lets a person in front of the screen control it by a remote, a keyboard, a pointer or touch. `control` returns the hint to show, if any. */
export function startLocalControl(control: (key: PlaybackKey) => string | null): void {
  const goBack = guardBack();
  hidePointer();
  document.addEventListener('click', fillDisplay);
  document.addEventListener('keydown', (event) => {
    const action = actionOfKey(event);
    // Escape leaves full screen first, which the browser handles.
    if (!action || (event.key === 'Escape' && document.fullscreenElement)) return;
    if (action === 'back') return goBack(event);
    event.preventDefault();
    if (event.repeat) return;
    if (action === 'fullscreen') return fillDisplay();
    const hint = control(action);
    if (hint) showHint(hint, HINT_MS);
  });
}
