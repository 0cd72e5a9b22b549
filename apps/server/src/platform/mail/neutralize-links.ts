/** Of what would become a link in a mail program: the dots within words, in any script, and what stands after a scheme. */
const LINK_CHARACTERS = /(?<=[\p{L}\p{N}])[.\u3002\uff0e\uff61](?=[\p{L}\p{N}])|:?[/\\]{2,}/gu;

/**
 * A name that somebody chose, as a mail to somebody else shows it: nobody may send an address of the web to strangers in our name. The name
 * itself stays as it is; “evil.example” only loses the dot that would make it a link.
 */
export const neutralizeLinks = (name: string): string => name.replace(LINK_CHARACTERS, ' ').replace(/\s+/gu, ' ').trim();
