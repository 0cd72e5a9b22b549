/** What a person typed, as it is compared: nothing a database refuses, no white space around it. */
export const searchText = (typed: string): string => typed.replaceAll('\u0000', '').trim().toLowerCase();

/** With nothing in it that `like` would take for a wildcard. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
