import type { Logger } from 'pino';
import { createImageTools, type ImageTools } from './image-tools.ts';
import { createVideoTools, type VideoTools } from './video-tools.ts';

/** All that opens files people uploaded; each in a child process with limits. */
export interface MediaTools {
  images: ImageTools;
  videos: VideoTools;
  /** Ends the children; what they were doing fails. */
  stop(): Promise<void>;
}

export function createMediaTools(_options: { ffmpegPath: string | undefined; log: Logger }): MediaTools {
  const images = createImageTools();
  const videos = createVideoTools();
  return { images, videos, stop: async () => images.close() };
}
