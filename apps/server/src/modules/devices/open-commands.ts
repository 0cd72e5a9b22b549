import type { CommandReceipt } from '@vitrine/contract';
import { LRUCache } from 'lru-cache';
import { maxEntries } from '../../platform/lru-options.ts';

const MAX_SCREENS = 50_000;
/** Maximum number of open commands of a screen. One is sent at a time, but earlier ones may still run, such as the download of a version. */
const MAX_COMMANDS = 20;

type State = 'sent' | 'delivered';

/** Creates the list of commands that were sent to screens of this process and have no final receipt. Receipts of other commands never reach the database. */
export function createOpenCommands() {
  const byScreen = new LRUCache<string, Map<string, State>>(maxEntries(MAX_SCREENS));
  return {
    add(screenId: string, ids: readonly string[]): void {
      if (ids.length === 0) return;
      const open = byScreen.get(screenId) ?? new Map<string, State>();
      for (const id of ids) if (!open.has(id)) open.set(id, 'sent');
      for (const oldest of [...open.keys()].slice(0, -MAX_COMMANDS)) open.delete(oldest);
      byScreen.set(screenId, open);
    },
    /** Returns whether a receipt changes the state of an open command, and records the state. */
    expects(screenId: string, { id, state }: Pick<CommandReceipt, 'id' | 'state'>): boolean {
      const open = byScreen.get(screenId);
      const known = open?.get(id);
      if (!open || known === undefined || known === state) return false;
      if (state === 'delivered') open.set(id, state);
      else open.delete(id);
      return true;
    },
  };
}

export type OpenCommands = ReturnType<typeof createOpenCommands>;
