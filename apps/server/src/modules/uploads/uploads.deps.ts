import type { Platform } from '../define-module.ts';
import type { MediaFace } from '../media/index.ts';

export interface UploadsDeps extends Platform {
  media: MediaFace;
}
