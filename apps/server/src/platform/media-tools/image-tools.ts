import { type Asker, createFairLanes } from '../fair-lanes.ts';
import { programFile } from '../program-files.ts';
import { createChildPool } from './child-pool.ts';
import { decoderMemoryBytes } from './decoder-memory.ts';
import type {
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
} from './image-verbs.ts';
import type { MediaFacts } from './media-facts.ts';
import { createRightOfWay, type RightOfWay } from './right-of-way.ts';
import { startToolChild, type ToolHome } from './tool-child.ts';
import type { ToolPaths } from './tool-room.ts';

/** The accounts that ask take turns. */
export interface ImageTools {
  /** Size, time and place from a picture's header, and whether it moves. FILE_BROKEN where it is not complete, FILE_UNSUPPORTED, IMAGE_TOO_LARGE. */
  probe(args: ProbeArgs, asker?: Asker): Promise<ImageProbe>;
  /** When, with what and where a picture was taken. FILE_BROKEN. */
  facts(args: ProbeArgs, asker?: Asker): Promise<MediaFacts>;
  /** City, region and country of a position; null far from any. */
  namePlace(args: NamePlaceArgs): Promise<string | null>;
  /** Its ThumbHash in base64. FILE_BROKEN, IMAGE_TOO_LARGE. */
  hash(args: HashArgs, asker?: Asker): Promise<string>;
  /** Writes a smaller copy. FILE_BROKEN, IMAGE_TOO_LARGE. */
  render(args: RenderArgs, asker?: Asker): Promise<Rendered>;
  /** Writes the copy for walls and those that tiles ask for. FILE_BROKEN, IMAGE_TOO_LARGE. */
  prepare(args: PrepareArgs, asker?: Asker): Promise<Prepared>;
  /** Writes what a printer gets: a part of the picture, at its full resolution and in its own colours, as a JPEG. */
  print(args: PrintArgs, asker?: Asker): Promise<Rendered>;
  /** Writes a JPEG of what browsers do not show, at its full size. */
  develop(args: DevelopArgs, asker?: Asker): Promise<Developed>;
  /** Starts a child for the picture that is on its way: one takes a third of a second. Does nothing while there is one. */
  warm(): void;
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
  /** What is rendered goes first. */
  way?: RightOfWay;
  /** Nothing begins before what goes first. */
  isAside?: boolean;
}

const ENTRY = programFile('platform/media-tools/image-process');
const LIMITS = { memoryBytes: decoderMemoryBytes(2.5e9), fileBytes: 2e9 };
const DEVELOP_TIMEOUT_MS = 120_000;
/** More than these would wait longer than anyone does. */
const MAX_WAITING = { waitingEach: 250, waiting: 2000 };
/** Us ourselves. */
const NOBODY: Asker = { account: '' };

/** A few persistent children, one picture each at a time; one that crashes or hangs fails its own picture and is replaced. */
export function createImageTools({
  children = 2,
  renderTimeoutMs = 30_000,
  idleMs = 20_000,
  priority = 0,
  way = createRightOfWay(),
  isAside = false,
  home,
}: ImageToolOptions): ImageTools {
  const pool = createChildPool({ children, idleMs, start: () => startToolChild(ENTRY, { ...LIMITS, priority }, home) });
  const lanes = createFairLanes({ lanes: children, ...MAX_WAITING });

  const run = async <T>(verb: string, args: ToolPaths, silenceMs: number, asker: Asker = NOBODY): Promise<T> => {
    const leave = await lanes.enter(asker);
    if (isAside) await way.wait();
    const { started, giveBack } = pool.take();
    try {
      return await (await started).call<T>(verb, args, { silenceMs });
    } finally {
      giveBack();
      leave();
    }
  };

  return {
    probe: (args, asker) => run('probe', args, renderTimeoutMs, asker),
    facts: (args, asker) => run('facts', args, renderTimeoutMs, asker),
    namePlace: (args) => run('namePlace', args, renderTimeoutMs, NOBODY),
    hash: (args, asker) => run('hash', args, renderTimeoutMs, asker),
    render: (args, asker) => {
      const work = () => run<Rendered>('render', args, renderTimeoutMs, asker);
      return isAside ? work() : way.first(work);
    },
    prepare: (args, asker) => run('prepare', args, renderTimeoutMs, asker),
    print: (args, asker) => run('print', args, DEVELOP_TIMEOUT_MS, asker),
    develop: (args, asker) => run('develop', args, DEVELOP_TIMEOUT_MS, asker),
    warm: pool.warm,
    close: pool.close,
  };
}
