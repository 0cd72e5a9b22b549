import type { PlatformTag } from '@vitrine/contract';
import type { Mail } from './mailer.ts';

/** Written where the name and the letter of the product go: whose house the reader is in is known when the mail is sent. */
export const PRODUCT = '\uE000';
export const LETTER = '\uE001';

interface Brand {
  name: string;
  letter: string;
}

const BRANDS: Record<PlatformTag, Brand> = {
  PP: { name: 'Vitrine', letter: 'V' },
  WV: { name: 'WV', letter: 'W' },
};

/** The mail as its reader gets it: nobody in the partner's house reads another name. */
export function brandMail(mail: Mail, platform: PlatformTag): Mail {
  const { name, letter } = BRANDS[platform];
  const filled = (text: string) => text.replaceAll(PRODUCT, name).replaceAll(LETTER, letter);
  return { ...mail, fromName: name, subject: filled(mail.subject), text: filled(mail.text), html: filled(mail.html) };
}
