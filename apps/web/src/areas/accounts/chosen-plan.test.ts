import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearChosenPlan, readChosenPlan, storeChosenPlan } from './chosen-plan.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 0, 1);

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('a chosen plan is kept for a day', () => {
  storeChosenPlan('family', NOW);
  expect(readChosenPlan(NOW + DAY_MS - 1)).toBe('family');
  expect(readChosenPlan(NOW + DAY_MS)).toBeUndefined();
});

test('can be deleted, and ignores unknown plans', () => {
  storeChosenPlan('individual', NOW);
  clearChosenPlan();
  expect(readChosenPlan(NOW)).toBeUndefined();
  localStorage.setItem('chosenPlan', `gold ${NOW + DAY_MS}`);
  expect(readChosenPlan(NOW)).toBeUndefined();
});
