/** When the user last used this page, so that requests of an unattended page do not keep a session of staff open. */
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;

let lastInputAt = Date.now();
let lastRequestAt = Date.now();

for (const name of INPUTS) window.addEventListener(name, () => void (lastInputAt = Date.now()), { capture: true, passive: true });

/** Returns for how many seconds the user has been inactive. Called for each request. */
export function startRequest(): number {
  lastRequestAt = Date.now();
  return Math.floor((lastRequestAt - lastInputAt) / 1000);
}

/** Returns true when the user has been active after the last request. */
export const hasUnreportedInput = (): boolean => lastInputAt > lastRequestAt;
