import { z } from 'zod';
import type { Mail, Mailer } from '../../platform/mail/mailer.ts';
import { handle, jobType } from '../../platform/queue/job-type.ts';

export const mailJob = jobType('mail.send', z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() }));

export const createMailHandler = (mailer: Mailer) => handle(mailJob, (mail) => mailer.send(mail));

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

export function verificationMail(user: { name: string; email: string }, link: string): Mail {
  const text = `Hello ${user.name},\n\nwelcome to Vitrine. Please confirm that this is your address by opening this link within a day:\n\n${link}\n\nIf you did not sign up, you can ignore this mail.\n`;
  return {
    to: user.email,
    subject: 'Confirm your email address',
    text,
    html: layout(
      `<p>Hello ${escapeHtml(user.name)},</p><p>welcome to Vitrine. Please confirm that this is your address.</p>`,
      link,
      'Confirm my address',
      'The link works once, for one day. If you did not sign up, you can ignore this mail.',
    ),
  };
}

/** Tables and inline styles, because mail programs know little else. */
function layout(body: string, link: string, label: string, note: string): string {
  const button =
    'display:inline-block;padding:12px 20px;border-radius:8px;background:#1f1d1a;color:#ffffff;text-decoration:none;font-weight:600';
  return `<!doctype html><html lang="en"><body style="margin:0;background:#f6f4ef;font-family:system-ui,sans-serif;color:#1f1d1a"><table role="presentation" width="100%"><tr><td align="center" style="padding:32px 16px"><table role="presentation" width="100%" style="max-width:480px;background:#ffffff;border-radius:12px"><tr><td style="padding:32px;font-size:16px;line-height:24px"><p style="font-size:20px;font-weight:700;margin:0 0 16px">Vitrine</p>${body}<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="${button}">${label}</a></p><p style="font-size:13px;line-height:20px;color:#6b665d">${note}</p></td></tr></table></td></tr></table></body></html>`;
}
