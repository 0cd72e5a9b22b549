import type { EmergencyAlertState, EmergencyUpdate } from '@vitrine/contract/live';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEmergencyUpdate, type EmergencyState, getNextEnd, listShownAlerts, NO_EMERGENCY, resetEmergencyState } from './emergency.ts';

const END = 10_000;

const alertOf = (alertId: string, change: Partial<EmergencyAlertState> = {}): EmergencyAlertState => ({
  alertId,
  messageId: `message of ${alertId}`,
  digest: 'd1',
  endsAt: END,
  drill: false,
  ...change,
});
const change = (revision: number, ...alerts: EmergencyAlertState[]): EmergencyUpdate => ({
  revision,
  document: 'd',
  alerts,
  isComplete: false,
});
const complete = (revision: number, ...alerts: EmergencyAlertState[]): EmergencyUpdate => ({
  revision,
  document: 'd',
  alerts,
  isComplete: true,
});
const ended = (alertId: string) => alertOf(alertId, { digest: '', endsAt: 0 });
const apply = (...updates: EmergencyUpdate[]): EmergencyState => updates.reduce(applyEmergencyUpdate, NO_EMERGENCY);
const listShown = (state: EmergencyState, now = 0) => listShownAlerts(state, now).map(({ alertId }) => alertId);

describe('applyEmergencyUpdate', () => {
  it('shows an alert until it ends', () => {
    expect(listShown(apply(change(1, alertOf('a'))))).toEqual(['a']);
    expect(listShown(apply(change(1, alertOf('a')), change(2, ended('a'))))).toEqual([]);
  });

  it('does not show an alert whose end arrives before it', () => {
    expect(listShown(apply(change(2, ended('a')), change(1, alertOf('a'))))).toEqual([]);
  });

  it('keeps the later end when an extension arrives before the alert', () => {
    const state = apply(change(2, alertOf('a', { endsAt: 2 * END })), change(1, alertOf('a')));
    expect(getNextEnd(state, 0)).toBe(2 * END);
  });

  it('returns the same state for a message that arrives twice', () => {
    const state = apply(change(1, alertOf('a')));
    expect(applyEmergencyUpdate(state, change(1, alertOf('a')))).toBe(state);
  });

  it('ends alerts that a complete message does not contain', () => {
    expect(listShown(apply(change(1, alertOf('a')), complete(2, alertOf('b'))))).toEqual(['b']);
    expect(listShown(apply(complete(2), change(1, alertOf('a'))))).toEqual([]);
  });

  it('keeps an alert that is newer than a complete message', () => {
    expect(listShown(apply(change(3, alertOf('a')), complete(2)))).toEqual(['a']);
    expect(listShown(apply(change(3, ended('a')), complete(2, alertOf('a'))))).toEqual([]);
  });

  it('ignores a complete message that is older than another one', () => {
    expect(listShown(apply(complete(3, alertOf('a')), complete(2)))).toEqual(['a']);
  });

  it('forgets the oldest ended alerts', () => {
    const many = Array.from({ length: 150 }, (_, index) => change(index + 1, ended(`a${index}`)));
    const state = apply(change(1, alertOf('shown')), ...many.slice(1));
    expect(state.alerts.length).toBeLessThanOrEqual(101);
    expect(listShown(state)).toEqual(['shown']);
  });
});

describe('resetEmergencyState', () => {
  it('follows a server with lower revisions', () => {
    expect(listShown(resetEmergencyState(complete(1, alertOf('b')), []))).toEqual(['b']);
  });

  it('applies messages that arrived during the request', () => {
    expect(listShown(resetEmergencyState(complete(5), [change(6, alertOf('a')), change(4, alertOf('old'))]))).toEqual(['a']);
  });
});

describe('listShownAlerts', () => {
  it('leaves out drills while a real alert is shown', () => {
    const state = apply(change(1, alertOf('drill', { drill: true }), alertOf('real')));
    expect(listShown(state)).toEqual(['real']);
    expect(listShown(apply(change(1, alertOf('drill', { drill: true }))))).toEqual(['drill']);
  });

  it('ends alerts by the clock', () => {
    const state = apply(change(1, alertOf('a'), alertOf('b', { endsAt: 2 * END })));
    expect([listShown(state, END - 1), listShown(state, END), listShown(state, 2 * END)]).toEqual([['a', 'b'], ['b'], []]);
    expect([getNextEnd(state, 0), getNextEnd(state, END), getNextEnd(state, 2 * END)]).toEqual([END, 2 * END, null]);
  });
});

/** A history of the server: each step changes one alert, and its revision is its place. */
const histories = fc.array(fc.record({ alert: fc.constantFrom('a', 'b', 'c'), endsAt: fc.constantFrom(0, END, 2 * END) }), {
  minLength: 1,
  maxLength: 12,
});

function toMessages(history: { alert: string; endsAt: number }[]) {
  const state = new Map<string, EmergencyAlertState>();
  return history.map(({ alert, endsAt }, index) => {
    state.set(alert, alertOf(alert, { endsAt }));
    const active = [...state.values()].filter((known) => known.endsAt > 0);
    return { change: change(index + 1, alertOf(alert, { endsAt })), complete: complete(index + 1, ...active) };
  });
}

describe('a screen', () => {
  it('has the state of the server once all messages have arrived, in any order and any number of times', () => {
    fc.assert(
      fc.property(histories, fc.infiniteStream(fc.nat()), (history, random) => {
        const messages = toMessages(history);
        const twice = [...messages, ...messages].map((message) => ({
          message,
          place: random.next().value,
          isComplete: random.next().value % 3 === 0,
        }));
        const shuffled = twice.sort((one, other) => one.place - other.place);
        const state = apply(
          ...shuffled.map(({ message, isComplete }) => (isComplete ? message.complete : message.change)),
          ...messages.map((message) => message.change),
        );
        expect(listShown(state)).toEqual(listShown(apply(...messages.map((message) => message.change))));
      }),
    );
  });

  it('has the state of the server after a complete message, whichever messages were lost', () => {
    fc.assert(
      fc.property(histories, fc.infiniteStream(fc.nat()), (history, random) => {
        const messages = toMessages(history);
        const arrived = messages.filter(() => random.next().value % 2 === 0).sort(() => (random.next().value % 2 === 0 ? 1 : -1));
        const last = messages.at(-1)?.complete as EmergencyUpdate;
        const state = apply(...arrived.map((message) => message.change), last);
        expect(listShown(state)).toEqual(listShown(apply(last)));
        // Late messages change nothing.
        expect(messages.reduce((before, message) => applyEmergencyUpdate(before, message.change), state)).toBe(state);
      }),
    );
  });
});
