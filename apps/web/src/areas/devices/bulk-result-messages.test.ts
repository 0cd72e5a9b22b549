import type { DeviceOutcome } from '@vitrine/contract/bulk-devices';
import { describe, expect, it } from 'vitest';
import { mergeForecasts, splitIntoBatches } from './batching.ts';
import { describeMove, getBulkResult, getSelectionLabel } from './bulk-result-messages.ts';

const outcomes = (...of: DeviceOutcome['outcome'][]): DeviceOutcome[] => of.map((outcome, index) => ({ deviceId: String(index), outcome }));
const reloading = (count: string) => `Reloading ${count}`;

describe('what became of many devices', () => {
  it('counts what was done and says why the others were not', () => {
    expect(getBulkResult(reloading, outcomes('done', 'done'))).toEqual({ text: 'Reloading 2 devices.', isWhole: true });
    expect(getBulkResult(reloading, outcomes('done', 'offline', 'offline', 'busy'))).toEqual({
      text: 'Reloading 1 device. 2 are offline. 1 is still running another command.',
      isWhole: false,
    });
    expect(getBulkResult(reloading, outcomes('gone')).text).toBe('No devices were changed. 1 no longer exists.');
  });

  it('explains which devices of a move stay, and why', () => {
    expect(getBulkResult((count) => `${count} moved`, outcomes('done', 'there', 'deviceLimit', 'planEnded')).text).toBe(
      '1 device moved. 1 couldn’t be moved because the destination’s device limit is reached. 1 couldn’t be moved because the destination’s plan has ended. 1 was already there.',
    );
  });
});

const forecast = { moving: 3, room: null, hasEnded: false, ends: [], more: 0 };

describe('what a move will do', () => {
  it('names what ends, and the room of the plan only where it keeps something back', () => {
    expect(describeMove({ ...forecast, ends: [{ name: 'Summer', devices: 2 }], more: 4 }, 3)).toEqual({
      words: '3 devices will be moved with their tags.',
      ending: ['Summer: 2 devices', '4 more'],
    });
    expect(describeMove({ ...forecast, moving: 2 }, 3).words).toBe('2 devices will be moved with their tags. 1 is already there.');
    expect(describeMove({ ...forecast, room: 5 }, 3).words).toBe('3 devices will be moved with their tags.');
    expect(describeMove({ ...forecast, moving: 1, room: 1 }, 3).words).toBe(
      '1 device will be moved with its tags. The destination’s plan has room for 1 more device.',
    );
    expect(describeMove({ ...forecast, moving: 0, room: 0, hasEnded: true }, 3).words).toBe(
      'No devices will be moved. The destination’s plan has ended, so no devices can be added.',
    );
  });

  it('of several parts is their sum, with the capacity counted once', () => {
    const part = { ...forecast, moving: 500, room: 600, ends: [{ name: 'Summer', devices: 2 }] };
    expect(mergeForecasts([part, { ...part, moving: 300 }])).toMatchObject({
      moving: 600,
      room: 600,
      ends: [{ name: 'Summer', devices: 4 }],
    });
    expect(
      mergeForecasts([
        { ...part, room: null },
        { ...part, room: null },
      ]),
    ).toMatchObject({ moving: 1000, room: null });
  });

  it('is requested in batches that one call accepts', () => {
    expect(splitIntoBatches([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(splitIntoBatches([], 2)).toEqual([]);
  });
});

describe('how much is selected', () => {
  it('names the whole list, or all search results', () => {
    expect(getSelectionLabel(12, 5000, false)).toBe('12 selected');
    expect(getSelectionLabel(5000, 5000, false)).toBe('All 5,000 selected');
    expect(getSelectionLabel(3, 3, true)).toBe('All 3 results selected');
  });
});
