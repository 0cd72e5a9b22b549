import { LIMITS } from '@vitrine/contract/limits';

/** The devices that are to be published to. */
export interface Choice {
  ids: ReadonlySet<string>;
  /** Another one for every choice ever made. */
  stamp: number;
}

let made = 0;

export const choiceOf = (ids: Iterable<string>): Choice => ({ ids: new Set(ids), stamp: ++made });

export const NOTHING_CHOSEN = choiceOf([]);

export function toggled({ ids }: Choice, id: string): Choice {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return choiceOf(next);
}

/** How many there are beyond what one publish takes. */
export const tooMany = ({ ids }: Choice): number => Math.max(0, ids.size - LIMITS.publishDevices);
