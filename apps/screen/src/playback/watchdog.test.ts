import { runInNewContext } from 'node:vm';
import { WATCHDOG_FRAME_SCRIPT, type WatchdogBeat } from '@vitrine/contract/watchdog-frame';
import { expect, it, vi } from 'vitest';

/** Runs the script of the frame, and returns what drives it from outside. */
function aFrame() {
  const parent = {};
  const top = { location: { href: '' } };
  const listeners: ((event: { source: object; data: WatchdogBeat }) => void)[] = [];
  const beats: (() => Promise<void>)[] = [];
  runInNewContext(WATCHDOG_FRAME_SCRIPT, {
    parent,
    top,
    location: { protocol: 'about:' },
    document: { hidden: false, documentElement: { outerHTML: '' } },
    addEventListener: (_name: string, listener: (typeof listeners)[number]) => void listeners.push(listener),
    setInterval: (beat: (typeof beats)[number]) => void beats.push(beat),
    fetch: vi.fn().mockResolvedValue({}),
    AbortController,
    setTimeout,
    clearTimeout,
    Blob,
    URL: { createObjectURL: () => 'blob:null/copy' },
  });
  return {
    parent,
    top,
    hear: (source: object, page: string) => listeners.forEach((listener) => listener({ source, data: { page, needsServer: true } })),
    /** Runs the timer of the beats so often. */
    async wait(count: number) {
      for (let at = 0; at < count; at++) for (const beat of beats) await beat();
    },
  };
}

it('loads the page of its parent again after missed beats', async () => {
  const frame = aFrame();
  frame.hear(frame.parent, 'https://screen.example/screen');
  await frame.wait(5);
  expect(frame.top.location.href).toBe('');
  await frame.wait(1);
  expect(frame.top.location.href).toContain(encodeURIComponent('https://screen.example/screen'));
});

it('ignores messages of every window but its parent', async () => {
  const frame = aFrame();
  frame.hear({}, 'https://evil.example');
  await frame.wait(20);
  expect(frame.top.location.href).toBe('');
  frame.hear(frame.parent, 'https://screen.example/screen');
  frame.hear({}, 'https://evil.example');
  await frame.wait(6);
  expect(frame.top.location.href).not.toContain('evil');
});
