/** Matches what email clients turn into links: dots within words, in any script, and what follows a scheme. */
const LINK_CHARACTERS = /(?<=[\p{L}\p{N}])[.\u3002\uff0e\uff61](?=[\p{L}\p{N}])|:?[/\\]{2,}/gu;

/**
 * Returns a user's name as shown in emails to others, so that users cannot send links to other people through our emails. “evil.example” loses the dot that would
 * make it a link.
 */
export const neutralizeLinks = (name: string): string => name.replace(LINK_CHARACTERS, ' ').replace(/\s+/gu, ' ').trim();
