import { createImageTools, type ImageTools } from './image-tools.ts';
import { createVideoTools, type VideoTools } from './video-tools.ts';

/** All that opens files people uploaded; each in a child process with limits. */
export interface MediaTools {
  images: ImageTools;
  videos: VideoTools;
  close(): void;
}

export function createMediaTools(): MediaTools {
  const images = createImageTools();
  return { images, videos: createVideoTools(), close: () => images.close() };
}
