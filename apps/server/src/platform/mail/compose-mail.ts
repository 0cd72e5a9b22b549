import { platformTag } from '@vitrine/contract';
import { LETTER_PLACEHOLDER, PRODUCT_PLACEHOLDER } from './brand.ts';
import type { Mail } from './mailer.ts';
import { neutralizeLinks } from './neutralize-links.ts';

export interface MailRecipient {
  name: string;
  email: string;
  /** Platform of the reader; needed for addresses without an account. */
  platform?: string;
}

interface MailContent {
  subject: string;
  body: string;
  note: string;
  button?: string;
  link?: string;
  stopUrl?: string;
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** Composes an email. Readers without an account are greeted without a name. */
export function composeMail({ name, email, platform }: MailRecipient, { subject, body, note, button, link, stopUrl }: MailContent): Mail {
  const greeting = name === '' ? 'Hi,' : `Hi ${neutralizeLinks(name)},`;
  const text = [greeting, body, ...(link ? [link] : []), note].join('\n\n');
  return {
    to: email,
    subject,
    text: `${text}\n`,
    html: layout(subject, greeting, body, note, button, link),
    ...(stopUrl !== undefined && { stopUrl }),
    ...(platform !== undefined && { platform: platformTag.parse(platform) }),
  };
}

const ink = '#17181b';
const styles = {
  page: `margin:0;background:#f5f6f2;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;color:${ink}`,
  card: 'max-width:480px;background:#ffffff;border-radius:12px',
  button: `display:inline-block;padding:14px 22px;border-radius:8px;background:${ink};color:#ffffff;text-decoration:none;font-weight:600`,
  link: 'font-size:12px;line-height:18px;color:#5d6068;margin:14px 0 0;word-break:break-all',
  letter: `display:inline-block;width:30px;line-height:30px;margin-right:10px;border-radius:8px;background:${ink};color:#ffffff;font-size:17px;text-align:center`,
  note: 'font-size:13px;line-height:20px;color:#5d6068;margin:24px 0 0',
};

/** Uses tables and inline styles, because email clients support little else. */
function layout(title: string, greeting: string, body: string, footnote: string, button?: string, link?: string): string {
  // The address is visible as well, because email clients may remove the button and readers may distrust it.
  const action =
    link && button
      ? `<p style="margin:28px 0 0"><a href="${escapeHtml(link)}" style="${styles.button}">${button}</a></p><p style="${styles.link}">${escapeHtml(link)}</p>`
      : '';
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light"><title>${escapeHtml(title)}</title></head>`,
    `<body style="${styles.page}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:40px 16px">`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${styles.card}"><tr><td style="padding:36px;font-size:16px;line-height:25px">`,
    `<p style="font-size:19px;font-weight:700;margin:0 0 24px"><span style="${styles.letter}">${LETTER_PLACEHOLDER}</span>${PRODUCT_PLACEHOLDER}</p><p style="margin:0 0 8px">${escapeHtml(greeting)}</p>`,
    `<p style="margin:0;white-space:pre-line">${escapeHtml(body)}</p>${action}<p style="${styles.note};white-space:pre-line">${escapeHtml(footnote)}</p>`,
    '</td></tr></table></td></tr></table></body></html>',
  ].join('');
}
