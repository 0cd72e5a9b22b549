import { describe, expect, it } from 'vitest';
import { formatDeviceMoment, formatTwelveHours } from './wall-clock.ts';

describe('device times', () => {
  it('formats times in 12 hours, including midnight and noon', () => {
    expect(['00:00', '00:05', '11:59', '12:00', '18:30'].map(formatTwelveHours)).toEqual([
      '12:00 AM',
      '12:05 AM',
      '11:59 AM',
      '12:00 PM',
      '6:30 PM',
    ]);
  });

  it('formats an instant in the device’s time zone, with the day if it is not today', () => {
    const now = Date.parse('2026-06-01T12:00:00Z');
    expect(formatDeviceMoment('2026-06-01T18:00:00Z', 'UTC', now)).toBe('6:00 PM');
    expect(formatDeviceMoment('2026-06-01T18:00:00Z', 'Asia/Tokyo', now)).toBe('Tuesday 3:00 AM');
    expect(formatDeviceMoment('2026-06-08T18:00:00Z', 'UTC', now)).toBe('06/08/2026 6:00 PM');
    const utcOffsets = { until: Date.parse('2027-01-01'), periods: [[Date.parse('2026-01-01'), 330] as [number, number]] };
    expect(formatDeviceMoment('2026-06-01T18:00:00Z', { timeZone: 'Middle/Earth', utcOffsets }, now)).toBe('11:30 PM');
  });
});
