import { alertForm } from '@vitrine/contract/alerts';
import { expect, it } from 'vitest';
import { getActiveAlertMessage, getRecipientsError, getSettingFacts } from './alert-labels.ts';

const settings = {
  screensOffline: { isOn: true, minutes: 15, count: 1 },
  diskFull: { isOn: true, percent: 90 },
  jobsFailed: { isOn: true, count: 5 },
  renewalsFailed: { isOn: false, count: 3 },
  quietMinutes: 60,
  recipients: [],
};

it('describes the threshold of each alert', () => {
  expect(getSettingFacts(settings).map(({ value }) => value)).toEqual([
    '1 screen or more, for 15 minutes',
    '90% used or more',
    '5 jobs or more within an hour',
    'Off',
    'At least 60 minutes',
  ]);
});

it.each([
  ['screensOffline', '', 1, '1 screen is offline'],
  ['diskFull', 'wall-1', 91, 'The disk on wall-1 is 91% full'],
  ['jobsFailed', '', 6, '6 jobs failed within an hour'],
  ['renewalsFailed', '', 1, '1 renewal failed within 24 hours'],
] as const)('describes %s of “%s” (%i) as: %s', (kind, subject, count, words) => {
  expect(getActiveAlertMessage({ kind, subject, count, since: '' })).toBe(words);
});

it('reads addresses line by line or after commas', () => {
  expect(alertForm.parse({ ...settings, recipients: ' a@example.com,\nb@example.com; ' }).recipients).toEqual([
    'a@example.com',
    'b@example.com',
  ]);
  expect(alertForm.parse({ ...settings, recipients: '' }).recipients).toEqual([]);
});

it('names the invalid address, and describes other errors', () => {
  expect(getRecipientsError([undefined, { message: 'x' }], 'a@example.com\nnobody')).toBe('nobody is not a valid email address.');
  expect(getRecipientsError({ message: 'Twice.' }, '')).toBe('Twice.');
  expect(getRecipientsError(undefined, '')).toBeUndefined();
});
