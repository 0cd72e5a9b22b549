import { type Asker, createFairLanes } from '../fair-lanes.ts';
import { programFile } from '../program-files.ts';
import type { DevelopArgs, Developed, HashArgs, ImageProbe, ProbeArgs, RenderArgs, Rendered } from './image-verbs.ts';
import { startToolChild, type ToolChild, type ToolHome } from './tool-child.ts';
import type { ToolPaths } from './tool-room.ts';

/** The accounts that ask take turns. */
export interface ImageTools {
  /** Size and time from a picture's header, and whether the file is complete. FILE_BROKEN, IMAGE_TOO_LARGE. */
  probe(args: ProbeArgs, asker?: Asker): Promise<ImageProbe>;
  /** Its ThumbHash in base64. FILE_BROKEN, IMAGE_TOO_LARGE. */
  hash(args: HashArgs, asker?: Asker): Promise<string>;
  /** Writes a smaller copy. FILE_BROKEN, IMAGE_TOO_LARGE. */
  render(args: RenderArgs, asker?: Asker): Promise<Rendered>;
  /** Writes a JPEG of a HEIC at its full size. */
  develop(args: DevelopArgs, asker?: Asker): Promise<Developed>;
  close(): void;
}

export interface ImageToolOptions {
  home: ToolHome;
  /** How many pictures are decoded at a time. */
  children?: number;
  renderTimeoutMs?: number;
  /** Children unused for this long are ended, so that an idle server is small. */
  idleMs?: number;
  /** As in nice(1): background work yields to requests. */
  priority?: number;
}

const ENTRY = programFile('platform/media-tools/image-process');
const LIMITS = { memoryBytes: 2.5e9, fileBytes: 2e9 };
const DEVELOP_TIMEOUT_MS = 120_000;
/** Memory that a decoder once took is seldom given back: a child retires after this many pictures. */
const CALLS_PER_CHILD = 500;
/** More than these would wait longer than anyone does. */
const MAX_WAITING = { waitingEach: 250, waiting: 2000 };
/** Jobs: theirs is a child of its own. */
const NOBODY: Asker = { account: '' };

interface Slot {
  child: ToolChild | undefined;
  calls: number;
  isBusy: boolean;
  idle: NodeJS.Timeout | undefined;
}

/** A few persistent children, one picture each at a time; one that crashes or hangs fails its own picture and is replaced. */
export function createImageTools({
  children = 2,
  renderTimeoutMs = 30_000,
  idleMs = 60_000,
  priority = 0,
  home,
}: ImageToolOptions): ImageTools {
  const slots: Slot[] = Array.from({ length: children }, () => ({ child: undefined, calls: 0, isBusy: false, idle: undefined }));
  const lanes = createFairLanes({ lanes: children, ...MAX_WAITING });

  const take = (): Slot => {
    // The last to finish is the one that is warm.
    const slot = slots.find(({ isBusy, child }) => !isBusy && child) ?? slots.find(({ isBusy }) => !isBusy);
    if (!slot) throw new Error('There are more lanes than children.');
    slot.isBusy = true;
    clearTimeout(slot.idle);
    return slot;
  };
  const giveBack = (slot: Slot) => {
    slot.isBusy = false;
    slot.idle = setTimeout(() => retire(slot), idleMs);
    slot.idle.unref();
  };
  const run = async <T>(verb: string, args: ToolPaths, silenceMs: number, asker: Asker = NOBODY): Promise<T> => {
    const leave = await lanes.enter(asker);
    const slot = take();
    try {
      if (!slot.child?.isAlive || slot.calls >= CALLS_PER_CHILD) {
        retire(slot);
        slot.child = await startToolChild(ENTRY, { ...LIMITS, priority }, home);
      }
      slot.calls++;
      return await slot.child.call<T>(verb, args, { silenceMs });
    } finally {
      giveBack(slot);
      leave();
    }
  };

  return {
    probe: (args, asker) => run('probe', args, renderTimeoutMs, asker),
    hash: (args, asker) => run('hash', args, renderTimeoutMs, asker),
    render: (args, asker) => run('render', args, renderTimeoutMs, asker),
    develop: (args, asker) => run('develop', args, DEVELOP_TIMEOUT_MS, asker),
    close: () => slots.forEach(retire),
  };
}

function retire(slot: Slot): void {
  clearTimeout(slot.idle);
  slot.child?.close();
  slot.child = undefined;
  slot.calls = 0;
}
