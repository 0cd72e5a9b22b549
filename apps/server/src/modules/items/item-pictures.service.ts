import { BUSINESS_MESSAGES } from '@vitrine/contract';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../define-module.ts';
import type { FilesApi } from '../files/index.ts';
import { findPictureFile } from './items.read-model.ts';

const HEIC = 'image/heic';
/** Source: specification 3 §5, product. */
const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', HEIC];

type Deps = Pick<Platform, 'db' | 'storage' | 'tools'> & { derivatives: FilesApi['derivatives'] };

/** Pictures of products: uploads of the administrator who saves one with them. */
export function createItemPicturesService({ db, storage, tools, derivatives }: Deps) {
  const assertOwnUpload = async (db: Db, userId: string, fileId: string): Promise<void> => {
    const file = await findPictureFile(db, fileId);
    if (!file || file.role !== 'original' || file.owner_id !== userId) throw new AppError('NOT_FOUND');
    if (!PICTURE_TYPES.includes(file.mimetype)) throw new AppError('FILE_UNSUPPORTED', BUSINESS_MESSAGES.onlyImages);
  };

  return {
    assertOwn: assertOwnUpload,

    /** Converts formats that browsers do not show, before the product refers to them. NOT_FOUND, FILE_UNSUPPORTED, FILE_BROKEN. */
    async ensureJpeg(userId: string, fileId: string): Promise<void> {
      await assertOwnUpload(db, userId, fileId);
      const file = await derivatives.open(fileId);
      if (file?.root.mimetype !== HEIC || file.find('display')) return;
      const { root } = file;
      await derivatives.withTemp(async (target) => {
        const { width, height, thumbhash, mimetype } = await storage.withLocalFile(root.storage_key, (source) =>
          tools.images.develop({ source, format: 'heic', target }, { account: userId }),
        );
        const probed = { width, height, thumbhash: Buffer.from(thumbhash, 'base64') };
        await derivatives.keepFile(fileId, { role: 'display', mimetype, kind: 'image', width, height }, target, probed);
      });
    },
  };
}

export type ItemPicturesService = ReturnType<typeof createItemPicturesService>;
