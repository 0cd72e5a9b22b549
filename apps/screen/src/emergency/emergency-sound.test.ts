import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AlertSound, EmergencySound } from './emergency-sound.ts';

/** The browser: whether it lets contexts run, and the number of oscillators and open contexts. */
let browser: { isAllowed: boolean; isSoundOn: boolean; oscillators: number; contexts: FakeContext[] };
let log: string[];

const aNode = () => {
  const param = { setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn() };
  return { gain: param, frequency: param, connect: vi.fn(), disconnect: vi.fn(), start: vi.fn(), stop: vi.fn() };
};
class FakeContext {
  state = 'suspended';
  currentTime = 0;
  destination = {};
  onstatechange: (() => void) | null = null;
  createGain = aNode;
  createOscillator = () => {
    browser.oscillators++;
    return aNode();
  };
  async resume() {
    if (!browser.isAllowed) return;
    this.state = 'running';
    this.onstatechange?.();
  }
  async close() {
    this.state = 'closed';
  }
}

const open = (hasAudio = true) =>
  new EmergencySound({
    createContext: hasAudio
      ? () => {
          const context = new FakeContext();
          browser.contexts.push(context);
          return context as unknown as AudioContext;
        }
      : undefined,
    isSoundOn: () => browser.isSoundOn,
    onPlayingChange: (isPlaying) => log.push(isPlaying ? 'playing' : 'ended'),
    onBlockedChange: () => log.push('blocked changed'),
  });
const EVACUATION: AlertSound = { tone: 'evacuation', isForced: true };

beforeEach(() => {
  vi.useFakeTimers();
  browser = { isAllowed: true, isSoundOn: false, oscillators: 0, contexts: [] };
  log = [];
});
afterEach(() => vi.useRealTimers());

describe('EmergencySound', () => {
  it('repeats the tone until the alert ends, and releases the audio device', async () => {
    const sound = open();
    sound.play(EVACUATION);
    await vi.advanceTimersByTimeAsync(8000);
    expect(browser.oscillators).toBe(9);
    sound.play({ ...EVACUATION });
    sound.play(null);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(browser.oscillators).toBe(9);
    expect(browser.contexts.map(({ state }) => state)).toEqual(['closed']);
    expect(log).toEqual(['playing', 'ended']);
  });

  it('reports that the browser blocks it, and plays after a touch', async () => {
    browser.isAllowed = false;
    const sound = open();
    sound.play(EVACUATION);
    expect(sound.isBlocked).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect([sound.isBlocked, browser.oscillators]).toEqual([true, 0]);
    browser.isAllowed = true;
    sound.retry();
    expect([sound.isBlocked, browser.oscillators]).toEqual([false, 3]);
    expect(log).toEqual(['playing', 'blocked changed', 'blocked changed']);
  });

  it('is silent on a screen whose sound is off, unless the message requires it', () => {
    const sound = open();
    sound.play({ tone: 'chime', isForced: false });
    expect([sound.isBlocked, browser.contexts.length]).toEqual([false, 0]);
    browser.isSoundOn = true;
    sound.play({ tone: 'chime', isForced: false });
    expect(browser.contexts).toHaveLength(1);
  });

  it('reports a browser without audio', () => {
    const sound = open(false);
    sound.play(EVACUATION);
    expect(sound.isBlocked).toBe(true);
    sound.play(null);
    expect(sound.isBlocked).toBe(false);
  });
});
