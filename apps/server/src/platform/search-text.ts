/** What a person typed, as it is compared: without white space around it and in small letters. */
export const searchText = (typed: string): string => typed.trim().toLowerCase();

/** With nothing in it that `like` would take for a wildcard. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
