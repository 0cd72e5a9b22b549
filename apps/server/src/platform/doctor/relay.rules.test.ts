import { describe, expect, it } from 'vitest';
import { checkRelay } from './relay.rules.ts';

describe('checkRelay', () => {
  it.each([
    { serverId: undefined, ofProcesses: [null, null], level: undefined },
    { serverId: undefined, ofProcesses: [null, 'a'], level: 'fault' },
    { serverId: 'a', ofProcesses: [], level: 'ok' },
    { serverId: null, ofProcesses: [], level: 'ok' },
    { serverId: 'a', ofProcesses: ['a', 'a'], level: 'ok' },
    { serverId: 'a', ofProcesses: ['a', 'b'], level: 'fault' },
    { serverId: null, ofProcesses: ['b'], level: 'fault' },
    { serverId: 'a', ofProcesses: ['a', null], level: 'warning' },
  ])('returns $level for $serverId with processes on $ofProcesses', ({ serverId, ofProcesses, level }) => {
    expect(checkRelay({ serverId, ofProcesses })[0]?.level).toBe(level);
  });
});
