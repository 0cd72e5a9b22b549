import type { ScreenAlertKind } from '@vitrine/contract';
import { expect, it } from 'vitest';
import { alertMail } from './alert-mails.presenter.ts';
import { presentReport } from './alert-texts.presenter.ts';

const since = new Date('2026-11-30T12:00:00Z');
const listAlerts = (kind: ScreenAlertKind, ...names: string[]) =>
  names.map((name) => ({
    kind,
    name,
    since,
    deviceId: kind === 'source' ? null : 'd',
    sourceId: kind === 'source' ? 's' : null,
    feedId: null,
  }));
const manyNames = (count: number) => Array.from({ length: count }, (_, index) => `Wall ${index + 1}`);

it('names a single screen in the subject', () => {
  const texts = presentReport(listAlerts('offline', 'Kitchen'), []);
  expect(texts).toMatchObject({ subject: '“Kitchen” is offline', body: '“Kitchen” is offline.', text: '“Kitchen” is offline.' });
  expect(texts.advice).toContain('Check power and network');
});

it('counts many screens, names the first ten and three in a notification, and gives no advice for what is over', () => {
  const texts = presentReport([], listAlerts('offline', ...manyNames(120)));
  expect(texts.subject).toBe('120 screens are back online');
  expect(texts.body.split('\n')).toHaveLength(12);
  expect(texts.body).toContain('• 110 more');
  expect(texts.text).toBe('120 screens are back online: Wall 1, Wall 2, Wall 3, 117 more.');
  expect(texts.advice).toBe('');
});

it('combines what began and ended in one email', () => {
  const texts = presentReport([...listAlerts('offline', 'Hall'), ...listAlerts('source', 'Menu')], listAlerts('temperature', 'Bar'));
  expect(texts.subject).toBe('Alerts about your screens: 2 new, 1 over');
  expect(texts.body).toBe('“Hall” is offline.\n\nData source “Menu” can’t be updated.\n\n“Bar” has cooled down.');
});

it('does not turn names into links, and links to the page that ends the emails', () => {
  const texts = presentReport(listAlerts('offline', 'evil.example'), []);
  const reader = { id: 'u', name: 'Ana', email: 'ana@example.com', platform: 'PP', by_email: true, by_notification: true, token: 't1' };
  const mail = alertMail(reader, texts, 'https://vitrine.example');
  expect(mail.text).not.toContain('evil.example');
  expect(mail.text).toContain('https://vitrine.example/unsubscribe?token=t1');
  expect(mail.text).toContain('https://vitrine.example/main/alerts');
});
