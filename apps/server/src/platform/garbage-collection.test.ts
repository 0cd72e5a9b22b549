import { expect, it } from 'vitest';
import { createGarbageCollectionTask } from './garbage-collection.ts';

function aProcess() {
  const state = { held: 60e6, needed: 60e6, load: 0, collections: 0 };
  const collect = () => {
    state.collections++;
    state.held = state.needed;
  };
  const { run } = createGarbageCollectionTask({ readMemoryBytes: () => state.held, load: () => state.load, collect });
  return { state, run };
}

it('collects once after a burst has ended', async () => {
  const { state, run } = aProcess();
  for (let look = 0; look < 20; look++) await run();
  Object.assign(state, { held: 300e6, needed: 120e6, load: 0.9, collections: 0 });
  await run();
  expect(state.collections).toBe(0);
  state.load = 0.05;
  for (let look = 0; look < 10; look++) await run();
  expect(state).toMatchObject({ collections: 1, held: 120e6 });
});

it('measures growth from the smallest size of the process', async () => {
  const { state, run } = aProcess();
  Object.assign(state, { held: 300e6, needed: 300e6 });
  for (let look = 0; look < 20; look++) await run();
  state.held = 100e6;
  await run();
  Object.assign(state, { held: 160e6, needed: 110e6, collections: 0 });
  for (let look = 0; look < 20; look++) await run();
  expect(state.collections).toBe(1);
});

it('allows more growth when more memory is in use', async () => {
  const { state, run } = aProcess();
  Object.assign(state, { held: 300e6, needed: 250e6 });
  for (let look = 0; look < 20; look++) await run();
  Object.assign(state, { held: 270e6, collections: 0 });
  for (let look = 0; look < 20; look++) await run();
  expect(state.collections).toBe(0);
  state.held = 280e6;
  await run();
  expect(state.collections).toBe(1);
});

it('collects rarely under steady load, and never during a burst', async () => {
  const { state, run } = aProcess();
  Object.assign(state, { held: 300e6, needed: 120e6, load: 0.2 });
  await run();
  expect(state).toMatchObject({ collections: 1, held: 120e6 });
  state.held = 300e6;
  for (let look = 0; look < 59; look++) await run();
  expect(state.collections).toBe(1);
  await run();
  expect(state.collections).toBe(2);
  Object.assign(state, { held: 300e6, load: 0.5 });
  for (let look = 0; look < 100; look++) await run();
  expect(state.collections).toBe(2);
});
