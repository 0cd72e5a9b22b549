import { type Addressee, composeMail } from '../../platform/mail/compose-mail.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

interface Written {
  name: string;
  email: string;
  phoneNo: string;
  messageText: string;
}

/** Answered in the console, or at once: a reply to this mail goes to whoever wrote. */
export const newMessageMail = (administrator: Addressee, { name, email, phoneNo, messageText }: Written, link: string): Mail => ({
  ...composeMail(administrator, {
    subject: `A message from ${name}`,
    body: `${name} (${email}, ${phoneNo}) wrote:\n\n${messageText}`,
    button: 'Open the messages',
    link,
    note: 'If several messages come within a short time, this mail shows the last of them. The list has all of them.',
  }),
  replyTo: email,
});

export const answerMail = (writer: Addressee, replyText: string, messageText: string): Mail =>
  composeMail(writer, { subject: 'An answer to your message', body: replyText, note: `You wrote:\n${messageText}` });
