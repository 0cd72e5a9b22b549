import type { CommandReceipt } from '@vitrine/contract';
import { LRUCache } from 'lru-cache';
import { maxEntries } from '../../platform/lru-options.ts';

const MOST_SCREENS = 50_000;
/** One command at a time is sent to a screen; older ones may still be running, such as the download of a version. */
const MOST_COMMANDS = 20;

type State = 'sent' | 'delivered';

/** Commands that screens of this process were sent and have not finished. Receipts of other commands are dropped before they reach the database. */
export function createOpenCommands() {
  const byScreen = new LRUCache<string, Map<string, State>>(maxEntries(MOST_SCREENS));
  return {
    add(screenId: string, ids: readonly string[]): void {
      if (ids.length === 0) return;
      const open = byScreen.get(screenId) ?? new Map<string, State>();
      for (const id of ids) if (!open.has(id)) open.set(id, 'sent');
      for (const oldest of [...open.keys()].slice(0, -MOST_COMMANDS)) open.delete(oldest);
      byScreen.set(screenId, open);
    },
    /** Returns whether this receipt tells something new about an open command, and notes that it came. */
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
