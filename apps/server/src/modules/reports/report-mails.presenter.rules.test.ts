import { expect, it } from 'vitest';
import { type ReportSummary, reportMail } from './report-mails.presenter.ts';

const SUMMARY: ReportSummary = {
  screens: 1,
  timeZones: ['Europe/Berlin'],
  timeZoneCount: 3,
  count: 1200,
  shownMs: 7 * 3_600_000,
  items: [
    { name: 'Menu', count: 1000 },
    { name: null, count: 200 },
  ],
  expectedMs: 1000,
  onlineMs: 985,
  downloads: 1,
  weakest: [{ name: 'www.bank.example', expected: 100, online: 50 }],
};
const compose = (summary: ReportSummary) =>
  reportMail(
    { name: 'Ana', email: 'ana@example.com' },
    {
      summary,
      interval: 'weekly',
      period: { from: '2026-05-04', to: '2026-05-10' },
      token: 'x',
      publicUrl: 'https://vitrine.example',
    },
  ).text;

it('states plays, items, uptime, time zones and how to stop', () => {
  const text = compose(SUMMARY);
  for (const part of [
    'From May 4 to May 10, 1 screen played 1,200 items in 7 hours.',
    '• Menu: 1,000',
    '• Deleted or private item: 200',
    'Screens were online for 98.5% of their operating hours and downloaded 1 file.',
    'online 50%',
    'Europe/Berlin and 2 more',
    'https://vitrine.example/main/reports?from=2026-05-04&to=2026-05-10',
    'https://vitrine.example/unsubscribe?token=x',
  ])
    expect(text).toContain(part);
  // Names must not become links.
  expect(text).not.toContain('www.bank.example');
});

it('leaves out uptime that was not recorded', () => {
  expect(compose({ ...SUMMARY, expectedMs: 0, onlineMs: 0, items: [], weakest: [] })).not.toContain('online');
});
