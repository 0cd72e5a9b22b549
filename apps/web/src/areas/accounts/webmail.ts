/** A mailbox that people read in the browser, and where. */
export interface WebmailLink {
  name: string;
  url: string;
}

const WEBMAIL_LINKS: { box: WebmailLink; domain: RegExp }[] = [
  { box: { name: 'Gmail', url: 'https://mail.google.com/mail/' }, domain: /^(gmail|googlemail)\.com$/ },
  { box: { name: 'Outlook', url: 'https://outlook.live.com/mail/' }, domain: /^(outlook|hotmail|live|msn)\.[a-z.]+$/ },
  { box: { name: 'Yahoo Mail', url: 'https://mail.yahoo.com/' }, domain: /^(yahoo|ymail)\.[a-z.]+$/ },
  { box: { name: 'iCloud Mail', url: 'https://www.icloud.com/mail/' }, domain: /^(icloud|me|mac)\.com$/ },
  { box: { name: 'Proton Mail', url: 'https://mail.proton.me/' }, domain: /^(proton\.me|protonmail\.com|pm\.me)$/ },
  { box: { name: 'GMX', url: 'https://www.gmx.net/' }, domain: /^gmx\.(de|net|at|ch)$/ },
  { box: { name: 'WEB.DE', url: 'https://web.de/' }, domain: /^web\.de$/ },
];

/** Returns the webmail of an address; undefined when its domain is unknown. */
export function getWebmailLink(email: string): WebmailLink | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return WEBMAIL_LINKS.find((known) => known.domain.test(domain))?.box;
}
