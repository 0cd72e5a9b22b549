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

export interface MediaToolOptions {
  ffmpegPath: string | undefined;
  /** Where programs are looked for, as in PATH; none by default. */
  searchPath?: string;
  log: Logger;
}

export function createMediaTools({ ffmpegPath, searchPath = '', log }: MediaToolOptions): MediaTools {
  const images = createImageTools();
  const videos = createVideoTools({ ffmpegPath, searchPath, images, log });
  return { images, videos, stop: async () => images.close() };
}
