import { createRoundRobinQueue } from './fair-queue.ts';

/** Requests that start in one turn of the event loop without waiting, so that a quiet server adds no delay. */
const IMMEDIATE_STARTS = 4;
/** Maximum number of waiting requests that start in one turn. */
const STARTS_PER_TURN = 64;
/** Time after which no further one starts, in milliseconds, or as long as the rest of the turn took, so that requests get half of a busy process. */
const MIN_STARTING_MS = 3;
/** Requests of recognized clients that start for each request of another client while both wait. */
const RECOGNIZED_STARTS = 4;

export interface RequestClient {
  /** Requests of clients with different keys take turns. */
  key: string;
  /** True for accounts and screens. Their requests go first, because anyone can have many addresses. */
  isRecognized: boolean;
}

export interface RequestScheduler {
  /** Calls `start` at once when few requests have arrived, and otherwise after waiting requests of other clients had their turn. */
  schedule(client: RequestClient, start: () => void): void;
}

interface EventLoop {
  /** Calls back in the next turn, after the requests and database responses that have arrived were read. */
  setImmediate(callback: () => void): unknown;
  /** Milliseconds. */
  now(): number;
}

/**
 * Starts requests in turns of their clients. Node reads all requests that have arrived before it does anything else: a hundred requests of one client would run
 * before the next request of another. Therefore few requests start in each turn of the event loop, in which new ones arrive and running ones continue.
 */
export function createRequestScheduler(loop: EventLoop = { setImmediate, now: () => performance.now() }): RequestScheduler {
  const recognized = createRoundRobinQueue();
  const others = createRoundRobinQueue();
  let startedInTurn = 0;
  let isDraining = false;
  let recognizedInRow = 0;

  const startNext = (): void => {
    const isTurnOfOthers = recognizedInRow >= RECOGNIZED_STARTS && !others.isEmpty();
    const queue = recognized.isEmpty() || isTurnOfOthers ? others : recognized;
    recognizedInRow = queue === recognized ? recognizedInRow + 1 : 0;
    queue.next()?.();
  };

  const drain = (): void => {
    isDraining = true;
    const scheduledAt = loop.now();
    let endsAt: number | undefined;
    const startIfInTime = () => {
      const now = loop.now();
      endsAt ??= now + Math.max(MIN_STARTING_MS, now - scheduledAt);
      if (now < endsAt) startNext();
    };
    const endTurn = () => {
      if (recognized.isEmpty() && others.isEmpty()) isDraining = false;
      else drain();
    };
    // A callback for each start: the microtasks of one request run before the next callback, so that the time limit includes them.
    for (let count = 0; count < STARTS_PER_TURN; count++) loop.setImmediate(startIfInTime);
    loop.setImmediate(endTurn);
  };

  const startImmediately = (start: () => void): void => {
    if (startedInTurn === 0) loop.setImmediate(() => (startedInTurn = 0));
    startedInTurn++;
    start();
  };

  return {
    schedule({ key, isRecognized }, start) {
      if (!isDraining && startedInTurn < IMMEDIATE_STARTS) return startImmediately(start);
      (isRecognized ? recognized : others).add(key, start);
      if (!isDraining) drain();
    },
  };
}
