import type { SyncMessage } from '@vitrine/contract/live';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INITIAL_STATE, type SyncEvent, type SyncInput, type SyncState, transition } from './sync-states.ts';

const NOW = 1000;
/** With this random number, all delays have their nominal length. */
const MIDDLE = 0.5;
const send = (state: SyncState, input: SyncInput) => transition(state, { ...input, now: NOW, random: MIDDLE });

const change: SyncMessage = { revision: 5, withinMs: 4000 };
const link = { linked: true, failures: 0 };
const waiting = { ...link, name: 'waiting', dueAt: 60_000, reason: 'poll', mustRequest: false, change: null } satisfies SyncState;
const requesting = { ...link, name: 'requestingManifest', mustRequest: false, queued: null } satisfies SyncState;
const fetching = { ...link, name: 'fetchingContents', change, queued: null } satisfies SyncState;
const stopped = { name: 'stopped' } satisfies SyncState;
const queued = { revision: 5, spreadMs: 2000 };

type Result = Extract<SyncInput, { type: 'message' }>['result'];
const message = (result: Result, spreadMs = 2000, revision = 5): SyncInput => ({
  type: 'message',
  message: { ...change, revision },
  result,
  spreadMs,
});
const nudge: SyncInput = { type: 'nudge' };
const timer: SyncInput = { type: 'timer' };
const failure: SyncInput = { type: 'failure' };
const response = (revision: number): SyncInput => ({ type: 'response', revision });
const linkChanged = (linked: boolean): SyncInput => ({ type: 'linkChanged', linked });

const poll = { ...waiting, dueAt: NOW + 300_000 };
const required = { ...waiting, dueAt: 3000, reason: 'spread', mustRequest: true } satisfies SyncState;
const incomplete = { ...waiting, dueAt: 3000, reason: 'spread', change } satisfies SyncState;

const transitions: [title: string, from: SyncState, input: SyncInput, to: SyncState][] = [
  ['a current message postpones a poll', waiting, message('current'), poll],
  ['a current message ends the retries', { ...waiting, reason: 'retry', failures: 3 }, message('current'), poll],
  ['a current message does not postpone a required request', required, message('current'), required],
  ['a current message does not postpone required contents', incomplete, message('current'), incomplete],
  ['an unapplied message requires a request after its spread', waiting, message('unapplied'), required],
  ['an unapplied message keeps a request that is due sooner', required, message('unapplied', 9000), required],
  ['an unapplied message keeps a poll that is due sooner', waiting, message('unapplied', 90_000), { ...waiting, mustRequest: true }],
  ['an unapplied message brings a request forward', required, message('unapplied', 500), { ...required, dueAt: 1500 }],
  ['an unapplied message replaces incomplete contents', incomplete, message('unapplied', 9000), required],
  ['an incomplete message has its contents fetched after its spread', waiting, message('incomplete'), incomplete],
  ['an incomplete message that arrives twice changes nothing', incomplete, message('incomplete', 9000), incomplete],
  ['an incomplete message needs nothing more than a required request', required, message('incomplete', 500), { ...required, dueAt: 1500 }],
  ['an incomplete message keeps a poll that is due sooner', waiting, message('incomplete', 90_000), { ...waiting, mustRequest: true }],
  ['a nudge requests the manifest immediately', waiting, nudge, requesting],
  ['a nudge instead of required contents requires a request', incomplete, nudge, { ...requesting, mustRequest: true }],
  ['a new link waits for the announced revision', waiting, linkChanged(true), { ...waiting, dueAt: 11_000, reason: 'linkChanged' }],
  ['a lost link waits for other screens', waiting, linkChanged(false), { ...waiting, dueAt: 3000, reason: 'linkChanged', linked: false }],
  ['a new link does not postpone a required request', required, linkChanged(true), required],
  [
    'a lost link brings a required request forward',
    { ...incomplete, dueAt: 9000 },
    linkChanged(false),
    { ...required, reason: 'linkChanged', linked: false },
  ],
  ['the timer of a poll requests the manifest', waiting, timer, requesting],
  ['the timer of a required request keeps it required', required, timer, { ...requesting, mustRequest: true }],
  ['the timer of an incomplete message fetches its contents', incomplete, timer, fetching],
  ['a message is queued during a request', requesting, message('unapplied'), { ...requesting, queued }],
  [
    'the highest revision and the shortest spread are queued',
    { ...requesting, queued },
    message('unapplied', 9000, 7),
    { ...requesting, queued: { revision: 7, spreadMs: 2000 } },
  ],
  ['a nudge is queued without a spread', { ...requesting, queued }, nudge, { ...requesting, queued: { revision: Infinity, spreadMs: 0 } }],
  ['the link changes during a request', requesting, linkChanged(false), { ...requesting, linked: false }],
  ['a response is followed by a poll', { ...requesting, mustRequest: true, failures: 2 }, response(5), poll],
  ['a response with the queued revision is followed by a poll', { ...requesting, queued }, response(5), poll],
  ['a response with an older revision is followed by a request after the spread', { ...requesting, queued }, response(4), required],
  [
    'a failed request is retried',
    { ...requesting, failures: 1 },
    failure,
    { ...waiting, dueAt: 3000, reason: 'retry', failures: 2, linked: true },
  ],
  [
    'a failed request with a queued message is required',
    { ...requesting, queued },
    failure,
    { ...waiting, dueAt: 2000, reason: 'retry', failures: 1, mustRequest: true },
  ],
  ['a message is queued while contents are fetched', fetching, message('unapplied'), { ...fetching, queued }],
  ['contents are followed by a poll', { ...fetching, queued }, response(5), poll],
  ['contents are followed by a request for a newer revision', { ...fetching, queued }, response(4), required],
  ['missing contents are followed by a request', fetching, failure, { ...required, dueAt: NOW }],
  ['missing contents are followed by a request after the spread of a queued message', { ...fetching, queued }, failure, required],
  ...[waiting, requesting, fetching].map((from): [string, SyncState, SyncInput, SyncState] => [
    `stop ends the state ${from.name}`,
    from,
    { type: 'stop' },
    stopped,
  ]),
];

describe('transition', () => {
  it.each(transitions)('%s', (_title, from, input, to) => {
    expect(send(from, input)).toEqual(to);
  });

  it.each([message('unapplied'), nudge, linkChanged(true), timer, response(9), failure])('ignores $type after stop', (input) => {
    expect(send(stopped, input)).toBe(stopped);
  });

  it.each([response(9), failure])('ignores $type without a request', (input) => {
    expect(send(waiting, input)).toBe(waiting);
  });

  it('ignores a timer during a request', () => {
    expect(send(requesting, timer)).toBe(requesting);
  });
});

describe('any sequence of events', () => {
  const spreadMs = fc.integer({ min: 0, max: 10_000 });
  const revision = fc.integer({ min: 1, max: 20 });
  const input: fc.Arbitrary<SyncInput> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.constantFrom<Result[]>('current', 'incomplete', 'unapplied'), spreadMs, revision)
        .map((values) => message(...values)),
    },
    { weight: 3, arbitrary: fc.constantFrom(timer, failure, nudge) },
    { weight: 2, arbitrary: revision.map(response) },
    { weight: 1, arbitrary: fc.boolean().map(linkChanged) },
  );
  const events = fc.array(
    fc.record({ input, elapsedMs: fc.integer({ min: 0, max: 5000 }), random: fc.double({ min: 0, max: 0.999, noNaN: true }) }),
    { maxLength: 60 },
  );

  /** Sends random events and checks each step. A timer event is sent when the next request is due. */
  const checkEach = (check: (before: SyncState, event: SyncEvent, after: SyncState) => void) =>
    fc.assert(
      fc.property(events, (steps) => {
        let state: SyncState = INITIAL_STATE;
        let now = 0;
        for (const { input, elapsedMs, random } of steps) {
          now += elapsedMs;
          const isDue = state.name === 'waiting' && Number.isFinite(state.dueAt);
          if (input.type === 'timer' && state.name === 'waiting' && isDue) now = Math.max(now, state.dueAt);
          const event: SyncEvent = { ...input, now, random };
          const after = transition(state, event);
          check(state, event, after);
          state = after;
        }
      }),
      { numRuns: 1000 },
    );
  const isRequired = (state: SyncState) => state.name === 'waiting' && (state.mustRequest || state.change !== null);
  const getMustRequest = (state: SyncState) => 'mustRequest' in state && state.mustRequest;

  it('never postpones a required request because of a later message', () => {
    checkEach((before, event, after) => {
      if (event.type !== 'message' || before.name !== 'waiting' || after.name !== 'waiting') return;
      if (isRequired(before) || event.result !== 'current') expect(after.dueAt).toBeLessThanOrEqual(before.dueAt);
      if (event.result === 'unapplied') expect(after.dueAt).toBeLessThanOrEqual(event.now + event.spreadMs);
    });
  });

  it('keeps mustRequest until a manifest response arrives', () => {
    checkEach((before, event, after) => {
      if (!getMustRequest(before) || getMustRequest(after)) return;
      expect([before.name, event.type]).toEqual(['requestingManifest', 'response']);
    });
  });

  it('never loses incomplete contents without fetching them or requiring a request', () => {
    checkEach((before, event, after) => {
      if (isRequired(before) && event.type !== 'timer') expect(isRequired(after) || getMustRequest(after)).toBe(true);
    });
  });

  it('has at most one active request', () => {
    checkEach((before, event, after) => {
      const isActive = before.name === 'requestingManifest' || before.name === 'fetchingContents';
      if (isActive && event.type !== 'response' && event.type !== 'failure') expect(after.name).toBe(before.name);
      if (isActive && (event.type === 'response' || event.type === 'failure')) expect(after.name).toBe('waiting');
    });
  });

  it('drops a queued message when the response has its revision, and otherwise waits for its spread', () => {
    checkEach((before, event, after) => {
      if (event.type !== 'response' || !('queued' in before) || before.queued === null) return;
      const isNewer = before.queued.revision > event.revision;
      expect(after).toMatchObject({ name: 'waiting', reason: isNewer ? 'spread' : 'poll', mustRequest: isNewer });
      if (isNewer) expect(after).toMatchObject({ dueAt: event.now + before.queued.spreadMs });
    });
  });

  it('has a finite time for the next request after every event', () => {
    checkEach((before, _event, after) => {
      if (after.name === 'waiting' && after !== before) expect(Number.isFinite(after.dueAt)).toBe(true);
    });
  });
});
