/**
 * Formats a reading of a wall clock, which has the digits of the clock in UTC. Falls back to English for languages that this runtime does not know. Chromium
 * reports such as `en-US@posix` on machines without a locale, on which Intl throws.
 */
export function formatReading(reading: number, language: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat([...(isLanguage(language) ? [language] : []), 'en-GB'], { ...options, timeZone: 'UTC' }).format(reading);
}

function isLanguage(language: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language).length > 0;
  } catch (cause) {
    if (cause instanceof RangeError) return false;
    throw cause;
  }
}
