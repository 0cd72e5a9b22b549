const EMAIL = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/;

/**
 * Normalizes a typed link target: a web address, an email address (`help@example.com`) or a page of this site (`/pricing`). Empty for none, undefined for an
 * invalid one.
 */
export function normalizeLinkTarget(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '' || /^\/(?![/\\])[^\s\\]*$/.test(text)) return text;
  if (EMAIL.test(text)) return `mailto:${text}`;
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^:]+:\d+(\/|$)/.test(text) ? text : `https://${text}`;
  if (!/^(https?:\/\/[^/\s]+\.|https?:\/\/localhost|mailto:)/i.test(address)) return undefined;
  try {
    return new URL(address).href;
  } catch {
    return undefined;
  }
}
