import { DEFAULT_ALERT_CONDITIONS, SCREEN_CONDITIONS, type ScreenReport, screenReport } from '@vitrine/contract';
import { describe, expect, it } from 'vitest';
import { evaluateCondition, mergeConditions, type ScreenFacts } from './conditions.rules.ts';

const NOW = new Date('2026-11-30T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const HEALTH = {
  storageQuotaBytes: null,
  storageUsedBytes: null,
  memoryUsedBytes: null,
  clockSkewMs: 0,
  frameAgeMs: 0,
  heals: 0,
  width: 1920,
  height: 1080,
};

const aReport = (overrides: Partial<ScreenReport>): ScreenReport =>
  screenReport.parse({
    revision: 1,
    downloaded: 1,
    total: 1,
    publishId: 'p',
    itemId: 'i',
    mediaId: 'm',
    failed: [],
    health: HEALTH,
    ...overrides,
  });
const aScreen = (overrides: Partial<ScreenFacts> = {}): ScreenFacts => ({
  isOnline: true,
  seenAt: NOW,
  isInUse: true,
  report: aReport({}),
  isOnAt: () => true,
  doesPictureDiffer: null,
  hasNothingToShow: true,
  ...overrides,
});
const DEFAULTS = mergeConditions([], null);
const listHolding = (screen: ScreenFacts) =>
  SCREEN_CONDITIONS.filter((condition) => evaluateCondition(condition, screen, DEFAULTS, NOW).state === 'holds');

describe('the conditions of a screen', () => {
  it('are empty for a screen that plays', () => {
    expect(listHolding(aScreen())).toEqual([]);
  });

  it.each<[condition: string, report: Partial<ScreenReport>]>([
    ['nothingToShow', { publishId: null }],
    ['damagedItems', { failed: [{ mediaId: 'm', reason: 'decode' }] }],
    ['storage', { failed: [{ mediaId: 'storage', reason: 'full' }] }],
    ['clock', { health: { ...HEALTH, clockSkewMs: -300_000 } }],
    ['temperature', { temperature: 80 }],
    ['underVoltage', { underVoltage: true }],
  ])('contain %s by its report', (condition, report) => {
    expect(listHolding(aScreen({ report: aReport(report) }))).toEqual([condition]);
  });

  it('contain a screenshot that differs, and are unknown without a recent one', () => {
    const getState = (doesPictureDiffer: boolean | null) =>
      evaluateCondition('pictureDiffers', aScreen({ doesPictureDiffer }), DEFAULTS, NOW).state;
    expect([true, false, null].map(getState)).toEqual(['holds', 'over', 'unknown']);
  });

  it('do not contain values below the limits, nor problems that hide no content', () => {
    const report = aReport({ temperature: 79.9, health: { ...HEALTH, clockSkewMs: 299_999 }, failed: [{ mediaId: 'sound', reason: 'x' }] });
    expect(listHolding(aScreen({ report }))).toEqual([]);
  });

  it('are unknown outside of its operating hours, while it is black, and without a connection', () => {
    const hot = aReport({ temperature: 90 });
    const getState = (overrides: Partial<ScreenFacts>) =>
      evaluateCondition('temperature', aScreen({ report: hot, ...overrides }), DEFAULTS, NOW).state;
    expect(getState({})).toBe('holds');
    expect(getState({ isOnAt: () => false })).toBe('unknown');
    expect(getState({ isOnline: false })).toBe('unknown');
    expect(getState({ report: { ...hot, off: true } })).toBe('unknown');
    expect(getState({ report: null })).toBe('unknown');
  });
});

describe('a screen without a connection', () => {
  const evaluate = (overrides: Partial<ScreenFacts>, limits = DEFAULTS) =>
    evaluateCondition('offline', aScreen({ isOnline: false, seenAt: minutesAgo(31), ...overrides }), limits, NOW);

  it('is offline after the time that its owner chose', () => {
    expect(evaluate({})).toEqual({ state: 'holds', since: minutesAgo(31) });
    expect(evaluate({ seenAt: minutesAgo(29) })).toEqual({ state: 'unknown' });
    const soon = mergeConditions([{ offline: { isOn: true, minutes: 5 } }], null);
    expect(evaluate({ seenAt: minutesAgo(6) }, soon).state).toBe('holds');
    expect(evaluate({ isOnline: true })).toEqual({ state: 'over' });
  });

  it('is not offline when it is not in use, or turned on less than that time ago', () => {
    expect(evaluate({ isInUse: false }).state).toBe('unknown');
    expect(evaluate({ isOnAt: (at) => at > minutesAgo(20) }).state).toBe('unknown');
    expect(evaluate({ isOnAt: (at) => at > minutesAgo(40) }).state).toBe('holds');
  });
});

describe('the settings of a device', () => {
  const off = { ...DEFAULT_ALERT_CONDITIONS, offline: { isOn: false, minutes: 5 }, clock: { isOn: false } };

  it('are those of its tags, of which the most sensitive applies', () => {
    const hourly = { ...DEFAULT_ALERT_CONDITIONS, offline: { isOn: true, minutes: 60 } };
    const merged = mergeConditions([off, hourly], off);
    expect([merged.isOn('offline'), merged.isOn('clock'), merged.offlineMs]).toEqual([true, true, 3_600_000]);
    expect(mergeConditions([off], hourly).isOn('offline')).toBe(false);
  });

  it('are those of its owner without such tags, and defaults for conditions that were stored by an earlier version', () => {
    expect(mergeConditions([], off).isOn('clock')).toBe(false);
    expect(mergeConditions([], { offline: { isOn: true, minutes: 7 } }).isOn('temperature')).toBe(true);
  });
});
