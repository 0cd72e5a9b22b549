/**
 * The states of the manifest synchronization. A screen waits for its next request, requests its manifest, or fetches playlist contents that a message left
 * out. At most one request is active.
 *
 * While a screen waits, a message that was applied postpones the next poll, since the link has proved that it works. A message that cannot be applied requires
 * a manifest request: `mustRequest` is set until a manifest response arrives. A required request can only move to an earlier time.
 *
 * Messages that arrive during a request are queued. When the response has an older revision than the newest queued message, another request follows. It waits
 * for the message's spread, because the same message may have reached thousands of screens.
 */
import type { SyncMessage } from '@vitrine/contract/live';
import { addJitter, getBackoffMs } from './backoff.ts';

/** Polling intervals: long while the live link is up, shorter without it. */
const POLL_LINKED_MS = 300_000;
const POLL_UNLINKED_MS = 20_000;
/** Time within which a new link announces the newest revision. */
const LINKED_SYNC_TIMEOUT_MS = 10_000;
/** Delay before the manifest is requested after the link was lost, which may affect thousands of screens at once. */
const RECONNECT_GRACE_MS = 2000;

/** Newest revision announced during a request and the shortest delay allowed for the next request. A nudge has the revision `Infinity`. */
interface QueuedRequest {
  revision: number;
  spreadMs: number;
}

interface Connection {
  /** True while the live link is up. */
  linked: boolean;
  /** Number of manifest requests that failed in a row. */
  failures: number;
}

export interface WaitingState extends Connection {
  name: 'waiting';
  /** Time of the next request, on the clock of the events. */
  dueAt: number;
  /** `spread` answers a message or a nudge. */
  reason: 'poll' | 'spread' | 'retry' | 'linkChanged';
  /** True when a message could not be applied. */
  mustRequest: boolean;
  /** Applicable change whose contents are fetched next. When null, the manifest is requested. */
  change: SyncMessage | null;
}

interface RequestingState extends Connection {
  name: 'requestingManifest';
  mustRequest: boolean;
  queued: QueuedRequest | null;
}

interface FetchingState extends Connection {
  name: 'fetchingContents';
  change: SyncMessage;
  queued: QueuedRequest | null;
}

export type SyncState = WaitingState | RequestingState | FetchingState | { name: 'stopped' };

/** Inputs of the state machine. The `revision` of a response is the revision of the newest manifest on the screen after it. */
export type SyncInput =
  | { type: 'message'; message: SyncMessage; result: MessageResult; spreadMs: number }
  | { type: 'nudge' }
  | { type: 'linkChanged'; linked: boolean }
  | { type: 'timer' }
  | { type: 'response'; revision: number }
  | { type: 'failure' }
  | { type: 'stop' };

/** `current`: the newest manifest has the message's revision. `incomplete`: the change applies, but contents are missing. `unapplied`: all other messages. */
export type MessageResult = 'current' | 'incomplete' | 'unapplied';

/** `now` is in milliseconds on any monotonic clock. `random` is at least 0 and less than 1. */
export type SyncEvent = SyncInput & { now: number; random: number };

type StateOf<Name extends SyncState['name']> = Extract<SyncState, { name: Name }>;
type EventOf<Type extends SyncEvent['type']> = Extract<SyncEvent, { type: Type }>;
type Transitions = {
  [Name in SyncState['name']]: { [Type in SyncEvent['type']]?: (state: StateOf<Name>, event: EventOf<Type>) => SyncState };
};

export const INITIAL_STATE: WaitingState = {
  name: 'waiting',
  dueAt: Infinity,
  reason: 'poll',
  mustRequest: false,
  change: null,
  linked: false,
  failures: 0,
};

const stop = (): SyncState => ({ name: 'stopped' });

/** Events that a state does not list are ignored. */
const TRANSITIONS: Transitions = {
  waiting: {
    message: receiveMessage,
    nudge: requestManifest,
    linkChanged: waitForLink,
    timer: (state) => {
      const { change, linked, failures } = state;
      return change ? { name: 'fetchingContents', change, queued: null, linked, failures } : requestManifest(state);
    },
    stop,
  },
  requestingManifest: {
    message: queueMessage,
    nudge: queueNudge,
    linkChanged: setLinked,
    response: continueAfterResponse,
    failure: ({ mustRequest, queued, linked, failures: before }, { now, random }) => {
      const failures = before + 1;
      const dueAt = now + getBackoffMs(failures, () => random);
      return { ...INITIAL_STATE, dueAt, reason: 'retry', mustRequest: mustRequest || queued !== null, linked, failures };
    },
    stop,
  },
  fetchingContents: {
    message: queueMessage,
    nudge: queueNudge,
    linkChanged: setLinked,
    response: continueAfterResponse,
    // The playlist has other contents by now, or the server is unreachable.
    failure: ({ queued, linked, failures }, { now }) => waitForSpread(now, queued, { linked, failures }),
    stop,
  },
  stopped: {},
};

/** Returns the state after the event. It is the same object when the event changes nothing. */
export function transition(state: SyncState, event: SyncEvent): SyncState {
  const apply = TRANSITIONS[state.name][event.type] as ((state: SyncState, event: SyncEvent) => SyncState) | undefined;
  return apply ? apply(state, event) : state;
}

/** Returns true when a message waits for this request. Without one, the next request is only a poll. */
const isRequired = ({ reason, mustRequest }: WaitingState): boolean => mustRequest || reason === 'spread';

function receiveMessage(state: WaitingState, { now, random, message, result, spreadMs }: EventOf<'message'>): WaitingState {
  if (result === 'current') return isRequired(state) ? { ...state, failures: 0 } : waitForPoll(now, random, state.linked);
  const dueAt = Math.min(state.dueAt, now + spreadMs);
  const reason = dueAt < state.dueAt ? 'spread' : state.reason;
  // A manifest request that is due sooner, or is required in any case, returns these contents too.
  const isForContents = result === 'incomplete' && !state.mustRequest && reason === 'spread';
  return { ...state, dueAt, reason, mustRequest: !isForContents, change: isForContents ? message : null };
}

function requestManifest(state: WaitingState): SyncState {
  const { linked, failures } = state;
  return { name: 'requestingManifest', mustRequest: isRequired(state), queued: null, linked, failures };
}

/** A new link announces the newest revision, which makes a poll unnecessary. A required request is not postponed. */
function waitForLink(state: WaitingState, { now, random, linked }: EventOf<'linkChanged'>): WaitingState {
  const dueAt = now + addJitter(linked ? LINKED_SYNC_TIMEOUT_MS : RECONNECT_GRACE_MS, () => random);
  if (isRequired(state) && state.dueAt <= dueAt) return { ...state, linked };
  return { ...state, dueAt, reason: 'linkChanged', mustRequest: isRequired(state), change: null, linked };
}

function queueMessage<State extends RequestingState | FetchingState>(state: State, { message, spreadMs }: EventOf<'message'>): State {
  const { queued } = state;
  if (queued === null) return { ...state, queued: { revision: message.revision, spreadMs } };
  return { ...state, queued: { revision: Math.max(message.revision, queued.revision), spreadMs: Math.min(spreadMs, queued.spreadMs) } };
}

/** No response makes a nudge unnecessary, so its revision is infinite. */
function queueNudge<State extends RequestingState | FetchingState>(state: State): State {
  return { ...state, queued: { revision: Infinity, spreadMs: 0 } };
}

function setLinked<State extends RequestingState | FetchingState>(state: State, { linked }: EventOf<'linkChanged'>): State {
  return { ...state, linked };
}

function continueAfterResponse({ queued, linked }: RequestingState | FetchingState, event: EventOf<'response'>): WaitingState {
  const isQueuedNewer = queued !== null && queued.revision > event.revision;
  return isQueuedNewer ? waitForSpread(event.now, queued, { linked, failures: 0 }) : waitForPoll(event.now, event.random, linked);
}

const waitForSpread = (now: number, queued: QueuedRequest | null, connection: Connection): WaitingState => ({
  ...INITIAL_STATE,
  ...connection,
  dueAt: now + (queued ? queued.spreadMs : 0),
  reason: 'spread',
  mustRequest: true,
});

const waitForPoll = (now: number, random: number, linked: boolean): WaitingState => ({
  ...INITIAL_STATE,
  dueAt: now + addJitter(linked ? POLL_LINKED_MS : POLL_UNLINKED_MS, () => random),
  linked,
});
