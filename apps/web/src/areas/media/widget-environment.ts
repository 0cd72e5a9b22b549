/** Time, time zone and language of this browser, by which pages draw widgets. */
export const BROWSER_ENVIRONMENT = {
  getZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
  language: navigator.language,
  now: () => Date.now(),
};
