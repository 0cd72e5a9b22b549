import type { ToolChild } from './tool-child.ts';

/** Memory that a decoder once took is seldom given back: a child retires after this many calls. */
const MAX_CALLS_PER_CHILD = 500;

export interface ChildPoolOptions {
  /** How many there may be. */
  children: number;
  /** Children that are unused for this long are ended, so that an idle server is small. */
  idleMs: number;
  start: () => Promise<ToolChild>;
}

interface Slot {
  /** Starting, or there. */
  child: Promise<ToolChild> | undefined;
  calls: number;
  isBusy: boolean;
  idle: NodeJS.Timeout | undefined;
}

/** A few persistent children for one call each at a time. Callers make sure that one is free. */
export function createChildPool({ children, idleMs, start }: ChildPoolOptions) {
  const slots: Slot[] = Array.from({ length: children }, () => ({ child: undefined, calls: 0, isBusy: false, idle: undefined }));

  const scheduleRetirement = (slot: Slot) => {
    clearTimeout(slot.idle);
    slot.idle = setTimeout(() => retire(slot), idleMs);
    slot.idle.unref();
  };
  const restartChild = (slot: Slot): Promise<ToolChild> => {
    retire(slot);
    const child = start();
    slot.child = child;
    child.catch(() => {
      if (slot.child === child) slot.child = undefined;
    });
    return child;
  };
  const getChild = async (slot: Slot): Promise<ToolChild> => {
    const child = slot.calls < MAX_CALLS_PER_CHILD ? await slot.child : undefined;
    const alive = child?.isAlive ? child : await restartChild(slot);
    slot.calls++;
    return alive;
  };

  return {
    acquire() {
      // The last to finish is the one that is warm.
      const slot = slots.find(({ isBusy, child }) => !isBusy && child) ?? slots.find(({ isBusy }) => !isBusy);
      if (!slot) throw new Error('More calls than children.');
      slot.isBusy = true;
      clearTimeout(slot.idle);
      const release = () => {
        slot.isBusy = false;
        scheduleRetirement(slot);
      };
      return { started: getChild(slot), giveBack: release };
    },
    /** Starts one for the call that is on its way. Does nothing while there is one. */
    warmUp(): void {
      const slot = slots.find(({ isBusy }) => !isBusy);
      if (!slot || slots.some(({ child }) => child)) return;
      void restartChild(slot);
      scheduleRetirement(slot);
    },
    close: (): void => slots.forEach(retire),
  };
}

function retire(slot: Slot): void {
  clearTimeout(slot.idle);
  // A child that failed to start needs no closing.
  slot.child?.then(
    (child) => child.close(),
    () => undefined,
  );
  slot.child = undefined;
  slot.calls = 0;
}
