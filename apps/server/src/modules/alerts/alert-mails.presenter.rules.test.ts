import { describe, expect, it } from 'vitest';
import { applyBrand } from '../../platform/mail/brand.ts';
import { type AlertFinding, alertMail } from './alert-mails.presenter.ts';
import type { AlertChange } from './alerts.rules.ts';

const read = (found: AlertFinding, news: AlertChange) =>
  applyBrand(alertMail({ name: 'Rita', email: 'rita@example.com' }, found, news, 'https://wall.example.com'), 'WV');

const screens = (count: number): AlertFinding => ({
  kind: 'screensOffline',
  count,
  minutes: 15,
  named: [{ name: 'evil.example', code: 'A12345', seenAt: new Date('2026-11-24T09:05:00Z') }].slice(0, count),
});
const disk: AlertFinding = { kind: 'diskFull', count: 91, host: 'wall-1', folder: '/var/lib/vitrine', total: 100e9, free: 9e9 };
const jobs: AlertFinding = { kind: 'jobsFailed', count: 6, kinds: [{ kind: 'mail.send', count: 6 }] };

describe('an alert email', () => {
  it.each<[AlertFinding, AlertChange, string, string]>([
    [screens(1), 'begun', 'WV: 1 screen is offline', '/admin/devices?filter=offline'],
    [screens(12), 'grown', 'WV: 12 screens are offline now', '/admin/devices?filter=offline'],
    [screens(0), 'over', 'WV: All screens are back online', '/admin/devices?filter=offline'],
    [screens(1), 'over', 'WV: 1 screen still offline', '/admin/devices?filter=offline'],
    [disk, 'begun', 'WV: The disk on wall-1 is nearly full', '/admin/system'],
    [disk, 'over', 'WV: Disk space on wall-1 is back to normal', '/admin/system'],
    [jobs, 'begun', 'WV: 6 jobs failed', '/admin/system?jobs=failed'],
    [{ ...jobs, count: 0 }, 'over', 'WV: Jobs are running again', '/admin/system?jobs=failed'],
    [{ kind: 'renewalsFailed', count: 1 }, 'begun', 'WV: 1 renewal failed', '/admin/payment?event=paymentfailed'],
    [{ kind: 'renewalsFailed', count: 0 }, 'over', 'WV: Renewal payments are back to normal', '/admin/payment?event=paymentfailed'],
  ])('about %j with change %s has the subject “%s” and links to %s, as text and as HTML', (found, news, subject, path) => {
    const mail = read(found, news);
    expect(mail.subject).toBe(subject);
    for (const part of [mail.text, mail.html]) expect(part).toContain(`https://wall.example.com${path}`);
    expect(mail.text + mail.html).not.toMatch(/undefined|NaN|Vitrine|[\uE000\uE001]/);
  });

  it('lists offline screens with the time they were last seen, without links, and the number of those left out', () => {
    const { text } = read(screens(12), 'begun');
    expect(text).toContain('• evil example (A12345), last seen November 24 at 9:05 AM UTC\nand 11 more');
  });

  it('contains an instruction', () => {
    expect(read(screens(2), 'begun').text).toContain('Check power and network');
    expect(read(disk, 'begun').text).toContain('9.0 GB of 100.0 GB free (91% used)');
    expect(read(jobs, 'begun').text).toMatch(/• mail\.send: 6[\s\S]*retry the jobs there/);
  });
});
