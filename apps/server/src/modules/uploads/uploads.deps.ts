import type { Platform } from '../define-module.ts';
import type { MediaApi } from '../media/index.ts';

export interface UploadServices extends Platform {
  media: MediaApi;
}
