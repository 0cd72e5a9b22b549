/**
 * Options for `waitForFunction` on the page of a screen. Without them, Playwright checks in every animation frame, so that the browser draws 60 frames per second
 * while a test waits.
 */
export const POLLING = { polling: 50 };
