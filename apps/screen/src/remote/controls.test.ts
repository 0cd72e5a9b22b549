import { afterEach, expect, it, vi } from 'vitest';
import { createSound } from '../playback/sound.ts';
import { stubStorage } from '../testing/stub-storage.ts';
import { createControls } from './controls.ts';
import { createCommandRunner } from './remote.ts';

afterEach(() => vi.unstubAllGlobals());

it('stores a command for the sound that arrives before its control is loaded', async () => {
  const values = stubStorage();
  const player = { setMuted: vi.fn(), play: vi.fn(), pause: vi.fn(), next: vi.fn(), previous: vi.fn() };
  let load: (sound: ReturnType<typeof createSound>) => void = () => undefined;
  const loaded = new Promise<ReturnType<typeof createSound>>((resolve) => {
    load = resolve;
  });
  const receipts: string[] = [];
  const controls = createControls(player, loaded, { load: async () => undefined, reset: async () => undefined });
  const run = createCommandRunner(controls, ({ state }) => void receipts.push(state));
  const running = run({ id: '1', action: 'unmute' });
  expect([receipts, player.setMuted.mock.calls]).toEqual([['delivered'], []]);
  load(createSound({ setMuted: player.setMuted, onBlockedChange: () => undefined, isAllowed: () => true }));
  await running;
  expect([receipts, player.setMuted.mock.calls, [...values.values()]]).toEqual([['delivered', 'done'], [[false]], ['on']]);
});
