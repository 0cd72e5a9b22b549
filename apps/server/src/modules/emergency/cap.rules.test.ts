import { type CapFilter, capFilter } from '@vitrine/contract';
import { describe, expect, it } from 'vitest';
import { parseCapAlert } from '../../platform/sources/cap-document.ts';
import { getCapMode, matchCapAlert } from './cap.rules.ts';

const NOW = Date.parse('2026-05-04T10:00:00Z');

const INFO = `<info>
  <language>en-US</language><category>Met</category><event>Tornado Warning</event><urgency>Immediate</urgency>
  <severity>Extreme</severity><certainty>Observed</certainty><expires>2026-05-04T12:30:00+02:00</expires>
  <area><areaDesc>Springfield &amp; Shelbyville</areaDesc><geocode><valueName>SAME</valueName><value>017167</value></geocode></area>
</info>`;

const aCapAlert = ({ info = INFO } = {}) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<cap:alert xmlns:cap="urn:oasis:names:tc:emergency:cap:1.2">
  <identifier>KSTO-1</identifier><sender>weather@example.com</sender><sent>2026-05-04T09:59:00Z</sent>
  <status>Actual</status><msgType>Alert</msgType><scope>Public</scope>${info}
</cap:alert>`;

const match = (filter: Partial<CapFilter>, xml = aCapAlert(), now = NOW) => matchCapAlert(parseCapAlert(xml), capFilter.parse(filter), now);

describe('matchCapAlert', () => {
  it.each<[filter: Partial<CapFilter>, isMatch: boolean]>([
    [{}, true],
    [{ severities: ['Extreme'], events: ['tornado'], areas: ['shelbyville'] }, true],
    [{ areas: ['017167'] }, true],
    [{ areas: ['0171'] }, false],
    [{ severities: ['Minor'] }, false],
    [{ events: ['flood', 'warning'] }, true],
    [{ events: ['flood'] }, false],
  ])('compares severity, event and area: %j', (filter, isMatch) => {
    expect(match(filter) !== null).toBe(isMatch);
  });

  it('ends when the alert expires, after at most a day', () => {
    expect(match({})).toEqual({ minutes: 30 });
    expect(match({}, aCapAlert({ info: INFO.replace('2026-05-04T12:30', '2026-06-04T12:30') }))).toEqual({ minutes: 1440 });
    const endless = aCapAlert({ info: INFO.replace(/<expires>.*<\/expires>/, '') });
    expect(match({}, endless)).toEqual({ minutes: undefined });
    expect(match({}, endless, NOW + 25 * 3_600_000)).toBeNull();
    expect(match({}, aCapAlert(), NOW + 3_600_000)).toBeNull();
  });
});

describe('getCapMode', () => {
  it('ignores exercises and tests unless they were chosen', () => {
    expect(getCapMode({ status: 'Actual' }, [])).toBe('real');
    expect(getCapMode({ status: 'Exercise' }, [])).toBeNull();
    expect(getCapMode({ status: 'Test' }, ['Exercise', 'Test'])).toBe('drill');
    expect(getCapMode({ status: 'other' }, ['Exercise', 'Test'])).toBeNull();
  });
});
