import { describe, expect, it } from 'vitest';
import { presentOutcomes } from './bulk-devices.rules.ts';
import { planTransfer } from './device-transfer.rules.ts';

const TARGET = { user_id: 'olga', org_id: 'family' };
const device = (id: string, user_id: string, org_id: string | null = null) => ({ id, user_id, org_id });

describe('planTransfer', () => {
  it('skips devices that are already in the target, and counts only devices new to the plan', () => {
    const devices = [device('a', 'olga', 'family'), device('b', 'olga'), device('c', 'mia'), device('d', 'mia'), device('e', 'olga')];
    const { moving, outcomes } = planTransfer(devices, TARGET, { used: 4, allowed: 5, hasEnded: false });
    expect(moving.map(({ id }) => id)).toEqual(['b', 'c', 'e']);
    expect(Object.fromEntries(outcomes)).toEqual({ a: 'there', b: 'done', c: 'done', d: 'deviceLimit', e: 'done' });
  });

  it('adds no devices to a plan that has ended or exceeds its limit', () => {
    const { outcomes } = planTransfer([device('a', 'mia'), device('b', 'olga')], TARGET, { used: 1, allowed: 9, hasEnded: true });
    expect(Object.fromEntries(outcomes)).toEqual({ a: 'planEnded', b: 'done' });
    expect(planTransfer([device('a', 'mia')], TARGET, { used: 9, allowed: 5, hasEnded: false }).moving).toEqual([]);
  });
});

describe('results of bulk device changes', () => {
  it('list each device once in the requested order, and unknown ones as gone', () => {
    expect(presentOutcomes(['B', 'a', 'b'], new Map([['a', 'done']]))).toEqual([
      { deviceId: 'b', outcome: 'gone' },
      { deviceId: 'a', outcome: 'done' },
    ]);
  });
});
