import { runInNewContext } from 'node:vm';
import { WATCHDOG_FRAME_SCRIPT, type WatchdogBeat } from '@vitrine/contract/watchdog-frame';
import { expect, it, vi } from 'vitest';

/** Runs the frame's script in a fake window. Returns functions to control it. */
function createFrame() {
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
    receive: (source: object, page: string) => listeners.forEach((listener) => listener({ source, data: { page, needsServer: true } })),
    /** Runs the beat timer `count` times. */
    async wait(count: number) {
      for (let tick = 0; tick < count; tick++) for (const beat of beats) await beat();
    },
  };
}

it('reloads its parent’s page after missed beats', async () => {
  const frame = createFrame();
  frame.receive(frame.parent, 'https://screen.example/screen');
  await frame.wait(5);
  expect(frame.top.location.href).toBe('');
  await frame.wait(1);
  expect(frame.top.location.href).toContain(encodeURIComponent('https://screen.example/screen'));
});

it('ignores messages from windows other than its parent', async () => {
  const frame = createFrame();
  frame.receive({}, 'https://evil.example');
  await frame.wait(20);
  expect(frame.top.location.href).toBe('');
  frame.receive(frame.parent, 'https://screen.example/screen');
  frame.receive({}, 'https://evil.example');
  await frame.wait(6);
  expect(frame.top.location.href).not.toContain('evil');
});
