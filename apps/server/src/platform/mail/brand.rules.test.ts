import { describe, expect, it } from 'vitest';
import { applyBrand, PRODUCT_PLACEHOLDER } from './brand.ts';
import { composeMail } from './compose-mail.ts';

const mail = composeMail(
  { name: 'Ana', email: 'ana@example.com' },
  {
    subject: `Welcome to ${PRODUCT_PLACEHOLDER}`,
    body: `${PRODUCT_PLACEHOLDER} has an account for you.`,
    note: 'Bye.',
    button: 'Open',
    link: 'https://x.test/a?b=1&c=2',
  },
);

describe('an email', () => {
  it.each([
    ['PP', 'Vitrine', 'V'],
    ['WV', 'WV', 'W'],
  ] as const)('to a user of %s contains only the brand %s', (platform, name, content) => {
    const branded = applyBrand(mail, platform);
    expect(branded).toMatchObject({ subject: `Welcome to ${name}`, fromName: name });
    expect(branded.text).toContain(`${name} has an account for you.`);
    expect(branded.html).toContain(`>${content}</span>${name}</p>`);
    const whole = JSON.stringify(branded);
    expect(whole).not.toMatch(/[\uE000\uE001]/);
    expect(whole.includes('Vitrine')).toBe(platform === 'PP');
  });

  it('uses the given platform for an address without an account', () => {
    const content = { subject: 'x', body: 'x', note: 'x' };
    expect(composeMail({ name: '', email: 'new@example.com', platform: 'WV' }, content).platform).toBe('WV');
    expect(composeMail({ name: '', email: 'new@example.com' }, content)).not.toHaveProperty('platform');
  });

  it('shows its link next to the button, and in the text version', () => {
    expect(mail.html.match(/https:\/\/x\.test\/a\?b=1&#38;c=2/g)).toHaveLength(2);
    expect(mail.text).toContain('https://x.test/a?b=1&c=2');
  });
});
