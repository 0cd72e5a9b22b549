import { z } from 'zod';

export const WEB_ADDRESS_MAX = 2000;
export const WEB_REFRESH_MINUTES = [0, 5, 15, 60] as const;

const httpAddress = z.url({ protocol: /^https?$/, error: 'Invalid' });
const ADDRESS_INVALID = 'Enter an address that starts with https:// or http://.';

/** Returns the error of an address of a web page, or null when a screen can show it. */
function findAddressError(text: string): string | null {
  if (text === '') return 'Enter an address.';
  if (text.length > WEB_ADDRESS_MAX) return `Enter at most ${WEB_ADDRESS_MAX} characters.`;
  if (!/^https?:\/\/[^\s/\\][^\s\\]*$/i.test(text) || !httpAddress.safeParse(text).success) return ADDRESS_INVALID;
  return /^\w+:\/\/[^/?#]*@/.test(text) ? 'Remove the user name and password from the address.' : null;
}

/** Address of a web page: http or https, without credentials. */
export const webAddress = z
  .string()
  .transform((text) => text.trim())
  .superRefine((text, context) => {
    const message = findAddressError(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

/**
 * Whether a site allows screens to show a page: `forbidden` by its headers, `unreachable` for the server, `private` for addresses that only screens may reach,
 * `insecure` for http on an installation with https, and `own` for this installation. Screens skip pages that are `forbidden` or `own`.
 */
export const framingState = z.enum(['unchecked', 'allowed', 'forbidden', 'unreachable', 'private', 'insecure', 'own']);
export type FramingState = z.infer<typeof framingState>;
