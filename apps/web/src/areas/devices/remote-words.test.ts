import type { DeviceCommand } from '@vitrine/contract/devices';
import { describe, expect, it } from 'vitest';
import { getReceiptLabel, isPendingCommand } from './remote-words.ts';

const receipt = (change: Partial<DeviceCommand>): DeviceCommand => ({
  _id: '1',
  action: 'factory_reset',
  state: 'sent',
  reason: null,
  createdAt: '',
  updatedAt: '',
  ...change,
});

describe('the receipt of a command', () => {
  it('is described, with the reason of a failure', () => {
    expect(getReceiptLabel(receipt({}))).toBe('Factory reset: sent to the screen');
    expect(getReceiptLabel(receipt({ action: 'reboot', state: 'failed', reason: 'Not here.' }))).toBe('Reboot: failed. Not here.');
    expect(getReceiptLabel(receipt({ state: 'expired' }))).toBe('Factory reset: the screen didn’t respond in time');
  });

  it('keeps the controls waiting until it has an end', () => {
    expect([
      isPendingCommand(receipt({})),
      isPendingCommand(receipt({ state: 'delivered' })),
      isPendingCommand(receipt({ state: 'done' })),
      isPendingCommand(null),
    ]).toEqual([true, true, false, false]);
  });
});
