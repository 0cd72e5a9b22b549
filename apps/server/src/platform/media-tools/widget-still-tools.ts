import { createFairQueue, type QueueOwner } from '../fair-queue.ts';
import { getProgramFile } from '../program-files.ts';
import { createChildPool } from './child-pool.ts';
import { decoderMemoryBytes } from './decoder-memory.ts';
import { startToolChild, type ToolEnvironment } from './tool-child.ts';
import type { StillArgs, WidgetStill } from './widget-still.ts';

export interface WidgetStillTools {
  /** Draws a still image of a widget into a WebP file. Accounts take turns. */
  draw(args: StillArgs, owner: QueueOwner): Promise<WidgetStill>;
  close(): void;
}

const ENTRY = getProgramFile('platform/media-tools/widget-still-process');
const LIMITS = { memoryBytes: decoderMemoryBytes(600e6), fileBytes: 50e6 };
const SILENCE_TIMEOUT_MS = 20_000;
const IDLE_MS = 20_000;
/** Like other jobs, drawing yields to requests. */
const PRIORITY = 19;
const MAX_WAITING = { maxWaitingPerOwner: 250, maxWaiting: 2000 };

/** One child draws one widget at a time. Settings are checked, but pictures and texts come from users. */
export function createWidgetStillTools(home: ToolEnvironment, { idleMs = IDLE_MS }: { idleMs?: number } = {}): WidgetStillTools {
  const pool = createChildPool({
    children: 1,
    idleMs,
    start: () => startToolChild(ENTRY, { ...LIMITS, priority: PRIORITY }, home),
  });
  const queue = createFairQueue({ concurrency: 1, ...MAX_WAITING });
  return {
    async draw(args, owner) {
      const leave = await queue.acquire(owner);
      const { started, giveBack } = pool.acquire();
      try {
        return await (await started).call<WidgetStill>('draw', args, { silenceTimeoutMs: SILENCE_TIMEOUT_MS });
      } finally {
        giveBack();
        leave();
      }
    },
    close: pool.close,
  };
}
