import { z } from 'zod';

/** Part of browsers and of Node, but not of the types of the language. */
declare const URL: new (address: string) => { hostname: string };

const ASCII = /^[\0-\x7f]*$/;
/** Characters that would be another part of an address than its host. */
const NOT_HOST = /[\s/?#@:\\%[\]]/;

/**
 * Converts an internationalized domain to the form that DNS and browsers' email fields use: `ana@müller.example` to `ana@xn--mller-kva.example`. Other
 * addresses stay as they are.
 */
export function toAsciiEmail(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  if (at < 0 || ASCII.test(domain) || NOT_HOST.test(domain)) return address;
  try {
    return `${address.slice(0, at)}@${new URL(`http://${domain}`).hostname}`;
  } catch {
    // Not a valid domain: the address is rejected as it is.
    return address;
  }
}

const schema = z.email();
/** Top-level domains in the form of DNS, which the schema does not know. */
const INTERNATIONAL_TOP_LEVEL = /\.xn--[a-z\d-]+$/i;

export const isEmailAddress = (text: string): boolean =>
  schema.safeParse(toAsciiEmail(text).replace(INTERNATIONAL_TOP_LEVEL, '.xn')).success;
