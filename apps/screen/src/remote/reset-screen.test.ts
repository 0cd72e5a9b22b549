import { describe, expect, it } from 'vitest';
import type { Identity } from '../database/database.ts';
import { type ResetSteps, resetScreen } from './reset-screen.ts';

const OLD: Identity = { deviceId: 'A00001', secret: 'old', versionCode: '1' };
const NEW: Identity = { deviceId: 'B00002', secret: 'new', versionCode: '1' };

/** Creates the storage of a screen whose disk is full until its content is deleted. */
function createFullScreen(overrides: Partial<ResetSteps> = {}) {
  const screen = { identity: OLD, isFull: true };
  const steps: ResetSteps = {
    requestIdentity: async () => NEW,
    deleteContent: async () => {
      screen.isFull = false;
    },
    storeIdentity: async (identity) => {
      if (screen.isFull) throw new DOMException('full', 'QuotaExceededError');
      screen.identity = identity;
    },
    ...overrides,
  };
  return { screen, steps };
}

describe('resetScreen', () => {
  it('frees the storage before it writes the new identity', async () => {
    const { screen, steps } = createFullScreen();
    await resetScreen(steps, OLD);
    expect(screen).toEqual({ identity: NEW, isFull: false });
  });

  it('keeps the identity and the content when the server cannot be reached', async () => {
    const { screen, steps } = createFullScreen({ requestIdentity: () => Promise.reject(new Error('offline')) });
    await expect(resetScreen(steps, OLD)).rejects.toThrow('offline');
    expect(screen).toEqual({ identity: OLD, isFull: true });
  });

  it('writes the new identity although some content could not be deleted', async () => {
    const { screen, steps } = createFullScreen();
    const failing = async () => {
      await steps.deleteContent();
      throw new Error('the disk does not respond');
    };
    await expect(resetScreen({ ...steps, deleteContent: failing }, OLD)).rejects.toThrow('the disk does not respond');
    expect(screen.identity).toEqual(NEW);
  });
});
