import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EmergencyKeys, RaiseRefusedError } from './emergency-keys.ts';

let allowed: { digit: number; messageId: string }[];
let notice: string | null;
const raise = vi.fn<(messageId: string) => Promise<void>>();

const NO_MODIFIERS = { ctrlKey: false, altKey: false, metaKey: false, shiftKey: false };
const DIGIT_1 = { code: 'Digit1', keyCode: 49, ...NO_MODIFIERS };
const COMBINATION = { ...DIGIT_1, ctrlKey: true, altKey: true };
const open = () => new EmergencyKeys({ listKeys: () => allowed, getTitle: () => 'Fire', raise, showNotice: (text) => (notice = text) });
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  allowed = [{ digit: 1, messageId: 'fire' }];
  notice = null;
  raise.mockReset().mockResolvedValue();
});
afterEach(() => vi.useRealTimers());

describe('EmergencyKeys', () => {
  it('raises a message after its combination was held for three seconds', async () => {
    const keys = open();
    keys.handleDown(COMBINATION);
    await wait(600);
    expect(notice).toBe('Keep holding to raise “Fire”');
    // Keyboards repeat a held key.
    keys.handleDown(COMBINATION);
    await wait(2300);
    expect(raise).not.toHaveBeenCalled();
    await wait(100);
    expect(raise.mock.calls).toEqual([['fire']]);
    expect(notice).toBe('“Fire” was raised.');
    await wait(10_000);
    expect(notice).toBeNull();
  });

  it('raises a message once while its keys stay held, and keeps the result on the screen', async () => {
    const keys = open();
    const hold = async (durationMs: number) => {
      for (let ms = 0; ms < durationMs; ms += 100) {
        keys.handleDown(COMBINATION);
        await wait(100);
      }
    };
    await hold(9000);
    expect(raise).toHaveBeenCalledTimes(1);
    expect(notice).toBe('“Fire” was raised.');
    keys.handleUp(COMBINATION);
    expect(notice).toBe('“Fire” was raised.');
    await hold(3100);
    expect(raise).toHaveBeenCalledTimes(2);
  });

  it('raises a message after the digit of a remote control was held for five seconds', async () => {
    const keys = open();
    const ofRemote = { ...DIGIT_1, code: '' };
    for (let ms = 0; ms <= 5000; ms += 500) {
      keys.handleDown(ofRemote);
      await wait(300);
      keys.handleUp(ofRemote);
      await wait(200);
    }
    expect(raise).toHaveBeenCalledTimes(1);
  });

  it.each<[string, (keys: EmergencyKeys) => Promise<unknown>]>([
    [
      'a key that is released',
      async (keys) => {
        keys.handleDown(COMBINATION);
        await wait(2900);
        keys.handleUp(COMBINATION);
      },
    ],
    [
      'a combination whose Ctrl is released',
      async (keys) => {
        keys.handleDown(COMBINATION);
        await wait(2900);
        keys.handleUp({ ...COMBINATION, code: 'ControlLeft', keyCode: 17, ctrlKey: false });
      },
    ],
    [
      'a key of a remote control that is released',
      async (keys) => {
        keys.handleDown(DIGIT_1);
        await wait(4900);
        keys.handleUp(DIGIT_1);
      },
    ],
    ['another digit', async (keys) => keys.handleDown({ ...COMBINATION, code: 'Digit2', keyCode: 50 })],
    ['another combination', async (keys) => keys.handleDown({ ...COMBINATION, shiftKey: true })],
    [
      'a page that loses the keyboard',
      async (keys) => {
        keys.handleDown(COMBINATION);
        keys.cancel();
      },
    ],
    [
      'a screen without keys',
      async (keys) => {
        allowed = [];
        keys.handleDown(COMBINATION);
      },
    ],
  ])('raises nothing by %s', async (_name, press) => {
    const keys = open();
    await press(keys);
    await wait(20_000);
    expect(raise).not.toHaveBeenCalled();
    expect(notice).toBeNull();
  });

  it.each<[unknown, string]>([
    [new TypeError('Failed to fetch'), 'no connection'],
    [new RaiseRefusedError(404), 'no longer'],
    [new RaiseRefusedError(429), 'Wait a minute'],
    [new RaiseRefusedError(409), 'No screen would show it'],
    [new RaiseRefusedError(500), 'The server has a problem'],
  ])('says that nothing was raised: %s', async (cause, reason) => {
    raise.mockRejectedValue(cause);
    const keys = open();
    keys.handleDown(COMBINATION);
    await wait(3100);
    expect(notice).toContain('“Fire” was NOT raised.');
    expect(notice).toContain(reason);
  });
});
