import type { AlbumsApi } from '../albums/index.ts';
import type { Platform } from '../define-module.ts';
import type { EntitlementsService } from '../entitlements/index.ts';
import type { FilesApi } from '../files/index.ts';

export interface MediaDeps extends Platform {
  albums: AlbumsApi;
  files: FilesApi;
  entitlements: EntitlementsService;
}
