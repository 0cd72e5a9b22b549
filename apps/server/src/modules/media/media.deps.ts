import type { AlbumsFace } from '../albums/index.ts';
import type { Platform } from '../define-module.ts';
import type { EntitlementsService } from '../entitlements/index.ts';
import type { FilesFace } from '../files/index.ts';

export interface MediaDeps extends Platform {
  albums: AlbumsFace;
  files: FilesFace;
  entitlements: EntitlementsService;
}
