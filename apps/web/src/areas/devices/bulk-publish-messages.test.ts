import { describe, expect, it } from 'vitest';
import { describeRemoval, describeScheduling, getPublishResult } from './bulk-publish-messages.ts';

const SUMMER = { _id: 'summer', name: 'Summer', devices: 12, byTag: 0, scheduled: 0 };

describe('describeRemoval', () => {
  it('states how many devices change, and why others do not', () => {
    expect(describeRemoval(SUMMER, 12)).toBe('The playlist will be removed from 12 devices.');
    expect(describeRemoval({ ...SUMMER, byTag: 1 }, 40)).toBe(
      'The playlist will be removed from 11 devices. 1 device has it because of a tag and keeps it. Remove the playlist from the tag instead. 28 devices don’t have this playlist.',
    );
    expect(describeRemoval({ ...SUMMER, devices: 2, byTag: 2 }, 2)).toMatch(
      /^No devices will be changed\. 2 devices have it because of a tag/,
    );
  });
});

describe('describeScheduling', () => {
  it('states where the schedule applies and which ones it replaces', () => {
    expect(describeScheduling(SUMMER, 12)).toBe('The schedule will apply on 12 devices, in the local time of each.');
    expect(describeScheduling({ ...SUMMER, scheduled: 1 }, 13)).toBe(
      'The schedule will apply on 12 devices, in the local time of each. It replaces the schedule that 1 device already has. 1 device doesn’t have this playlist.',
    );
  });
});

describe('getPublishResult', () => {
  const removed = (count: string) => `“Summer” removed from ${count}`;

  it('counts the changed devices and explains the others', () => {
    expect(getPublishResult(removed, { done: 12, absent: 0, byTag: 0, gone: 0 })).toEqual({
      text: '“Summer” removed from 12 devices.',
      isWhole: true,
    });
    expect(getPublishResult(removed, { done: 0, absent: 1, byTag: 0, gone: 1 })).toEqual({
      text: 'No devices were changed. 1 device doesn’t have this playlist. 1 device no longer exists.',
      isWhole: false,
    });
  });
});
