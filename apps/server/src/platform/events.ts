/**
 * Events from a module to those on its right. An event runs in the caller's transaction, and its reactions commit or roll back with it. For queries use ports
 * (ports.ts).
 */
import type { Tx } from './database/database.ts';

export interface Event<Payload> {
  readonly name: string;
  /** Never there: it carries the type. */
  readonly payload?: Payload;
}

/** `name` is the owner's name and what happened: `albums.contentChanged`. */
export const defineEvent = <Payload>(name: string): Event<Payload> => Object.freeze({ name });

export interface Reaction {
  readonly event: string;
  run(tx: Tx, payload: unknown): Promise<void>;
}

export const on = <Payload>(event: Event<Payload>, react: (tx: Tx, payload: Payload) => Promise<unknown>): Reaction => ({
  event: event.name,
  run: async (tx, payload) => void (await react(tx, payload as Payload)),
});

export type Emit = <Payload>(tx: Tx, event: Event<Payload>, payload: Payload) => Promise<void>;

/**
 * The rightmost module reacts first, so that dependents release an object before it is deleted. Within a module, reactions run in their order of declaration.
 */
export function createEvents() {
  const reactionsOf = new Map<string, Reaction[]>();
  const emit: Emit = async (tx, event, payload) => {
    for (const reaction of reactionsOf.get(event.name) ?? []) await reaction.run(tx, payload);
  };
  return {
    emit,
    /** Modules register from left to right. */
    register(reactions: readonly Reaction[]): void {
      for (const [event, own] of Map.groupBy(reactions, (reaction) => reaction.event))
        reactionsOf.set(event, [...own, ...(reactionsOf.get(event) ?? [])]);
    },
  };
}
