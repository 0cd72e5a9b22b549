import { createFairQueue, type QueueOwner } from '../fair-queue.ts';
import { getProgramFile } from '../program-files.ts';
import { createChildPool } from './child-pool.ts';
import { decoderMemoryBytes } from './decoder-memory.ts';
import type {
  ContentIdArgs,
  DevelopArgs,
  Developed,
  HashArgs,
  ImageProbe,
  NamePlaceArgs,
  PrepareArgs,
  Prepared,
  PrintArgs,
  ProbeArgs,
  RenderArgs,
  Rendered,
} from './image-tool-types.ts';
import type { MediaMetadata } from './media-metadata.ts';
import { createPriorityLock, type PriorityLock } from './priority-lock.ts';
import type { ToolPaths } from './sandbox-folder.ts';
import { startToolChild, type ToolEnvironment } from './tool-child.ts';

/** The accounts that ask take turns. */
export interface ImageTools {
  /** Size, time and place from a picture's header, and whether it moves. FILE_BROKEN where it is not complete, FILE_UNSUPPORTED, IMAGE_TOO_LARGE. */
  probe(args: ProbeArgs, asker?: QueueOwner): Promise<ImageProbe>;
  /** When, with what and where a picture was taken. FILE_BROKEN. */
  facts(args: ProbeArgs, asker?: QueueOwner): Promise<MediaMetadata>;
  /** Content identifier of a MOV, which the photo that belongs to it has too; null without one. */
  contentId(args: ContentIdArgs, asker?: QueueOwner): Promise<string | null>;
  /** City, region and country of a position; null far from any. */
  namePlace(args: NamePlaceArgs): Promise<string | null>;
  /** Its ThumbHash in base64. FILE_BROKEN, IMAGE_TOO_LARGE. */
  hash(args: HashArgs, asker?: QueueOwner): Promise<string>;
  /** Writes a smaller copy. FILE_BROKEN, IMAGE_TOO_LARGE. */
  render(args: RenderArgs, asker?: QueueOwner): Promise<Rendered>;
  /** Writes the screen copy and thumbnails. FILE_BROKEN, IMAGE_TOO_LARGE. */
  prepare(args: PrepareArgs, asker?: QueueOwner): Promise<Prepared>;
  /** Writes what a printer gets: a part of the picture, at its full resolution and in its own colours, as a JPEG. */
  print(args: PrintArgs, asker?: QueueOwner): Promise<Rendered>;
  /** Writes a JPEG of what browsers do not show, at its full size. */
  develop(args: DevelopArgs, asker?: QueueOwner): Promise<Developed>;
  /** Starts a child for the picture that is on its way: one takes a third of a second. Does nothing while there is one. */
  warm(): void;
  close(): void;
}

export interface ImageToolOptions {
  home: ToolEnvironment;
  /** How many pictures are decoded at a time. */
  children?: number;
  renderTimeoutMs?: number;
  /** Children unused for this long are ended, so that an idle server is small. */
  idleMs?: number;
  /** As in nice(1): background work yields to requests. */
  priority?: number;
  /** Priority lock: renditions go first. */
  priorityLock?: PriorityLock;
  /** Nothing begins before what goes first. */
  isBackground?: boolean;
}

const ENTRY = getProgramFile('platform/media-tools/image-process');
const LIMITS = { memoryBytes: decoderMemoryBytes(2.5e9), fileBytes: 2e9 };
const DEVELOP_TIMEOUT_MS = 120_000;
/** More than these would wait longer than anyone does. */
const MAX_WAITING = { maxWaitingPerOwner: 250, maxWaiting: 2000 };
/** Us ourselves. */
const SYSTEM_OWNER: QueueOwner = { account: '' };

/** A few persistent children, one picture each at a time; one that crashes or hangs fails its own picture and is replaced. */
export function createImageTools({
  children = 2,
  renderTimeoutMs = 30_000,
  idleMs = 20_000,
  priority = 0,
  priorityLock = createPriorityLock(),
  isBackground = false,
  home,
}: ImageToolOptions): ImageTools {
  const pool = createChildPool({ children, idleMs, start: () => startToolChild(ENTRY, { ...LIMITS, priority }, home) });
  const lanes = createFairQueue({ concurrency: children, ...MAX_WAITING });

  const run = async <T>(verb: string, args: ToolPaths, silenceMs: number, asker: QueueOwner = SYSTEM_OWNER): Promise<T> => {
    const leave = await lanes.acquire(asker);
    if (isBackground) await priorityLock.waitForIdle();
    const { started, giveBack } = pool.acquire();
    try {
      return await (await started).call<T>(verb, args, { silenceTimeoutMs: silenceMs });
    } finally {
      giveBack();
      leave();
    }
  };

  return {
    probe: (args, asker) => run('probe', args, renderTimeoutMs, asker),
    facts: (args, asker) => run('facts', args, renderTimeoutMs, asker),
    contentId: (args, asker) => run('contentId', args, renderTimeoutMs, asker),
    namePlace: (args) => run('namePlace', args, renderTimeoutMs, SYSTEM_OWNER),
    hash: (args, asker) => run('hash', args, renderTimeoutMs, asker),
    render: (args, asker) => {
      const work = () => run<Rendered>('render', args, renderTimeoutMs, asker);
      return isBackground ? work() : priorityLock.runFirst(work);
    },
    prepare: (args, asker) => run('prepare', args, renderTimeoutMs, asker),
    print: (args, asker) => run('print', args, DEVELOP_TIMEOUT_MS, asker),
    develop: (args, asker) => run('develop', args, DEVELOP_TIMEOUT_MS, asker),
    warm: pool.warmUp,
    close: pool.close,
  };
}
