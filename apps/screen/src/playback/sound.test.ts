import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubStorage } from '../testing/stub-storage.ts';
import { createSound, SOUND_BLOCKED_MESSAGE } from './sound.ts';

let browser: { isAllowed: boolean };

beforeEach(() => {
  browser = { isAllowed: true };
  stubStorage();
});
afterEach(() => vi.unstubAllGlobals());

/** Starts the page. The returned state has the values after all calls. */
function startPage() {
  const state = { muted: true, isBlocked: false };
  const sound = createSound({
    setMuted: (muted) => Object.assign(state, { muted }),
    onBlockedChange: (reason) => Object.assign(state, { isBlocked: reason !== null }),
    isAllowed: () => browser.isAllowed,
  });
  sound.restore();
  return { sound, state };
}

describe('sound of a screen', () => {
  it('is muted on a new screen', () => {
    expect(startPage().state).toEqual({ muted: true, isBlocked: false });
  });

  it('stays unmuted, or muted again, after a restart', () => {
    startPage().sound.setMuted(false);
    expect(startPage().state.muted).toBe(false);
    startPage().sound.setMuted(true);
    expect(startPage().state.muted).toBe(true);
  });

  it('reports blocked sound after a restart and unmutes after a touch', () => {
    startPage().sound.setMuted(false);
    browser.isAllowed = false;
    const { sound, state } = startPage();
    expect(state).toEqual({ muted: true, isBlocked: true });
    browser.isAllowed = true;
    sound.restore();
    expect(state).toEqual({ muted: false, isBlocked: false });
  });

  it('rejects unmuting while the browser blocks sound and changes nothing', () => {
    browser.isAllowed = false;
    const { sound, state } = startPage();
    expect(() => sound.setMuted(false)).toThrow(SOUND_BLOCKED_MESSAGE);
    browser.isAllowed = true;
    expect([state.muted, startPage().state.muted]).toEqual([true, true]);
  });

  it('is muted again after a factory reset', () => {
    const { sound } = startPage();
    sound.setMuted(false);
    sound.reset();
    expect(startPage().state.muted).toBe(true);
  });
});
