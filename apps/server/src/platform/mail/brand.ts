import type { PlatformTag } from '@vitrine/contract';
import type { Mail } from './mailer.ts';

/** Placeholders for the product's name and letter. The reader's platform is only known when the email is sent. */
export const PRODUCT_PLACEHOLDER = '\uE000';
export const LETTER_PLACEHOLDER = '\uE001';

interface Brand {
  name: string;
  letter: string;
}

/** Names that readers see, by platform. */
export const BRANDS: Record<PlatformTag, Brand> = {
  PP: { name: 'Vitrine', letter: 'V' },
  WV: { name: 'WV', letter: 'W' },
};

/** Inserts the brand of the reader's platform into an email; partner users never see another name. */
export function applyBrand(mail: Mail, platform: PlatformTag): Mail {
  const { name, letter } = BRANDS[platform];
  const replacePlaceholders = (text: string) => text.replaceAll(PRODUCT_PLACEHOLDER, name).replaceAll(LETTER_PLACEHOLDER, letter);
  return {
    ...mail,
    fromName: name,
    subject: replacePlaceholders(mail.subject),
    text: replacePlaceholders(mail.text),
    html: replacePlaceholders(mail.html),
  };
}
