import { rm } from 'node:fs/promises';
import { BUSINESS_MESSAGES } from '@vitrine/contract';
import { autocommit } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../define-module.ts';
import { getDevelopedFormat, isPicture } from '../files/index.ts';
import { type EmbeddedPicture, getReferenceKey, type PictureReference } from './answer-html.rules.ts';
import { findPicture, findUpload, type PictureRow } from './faqs.read-model.ts';
import { deleteUnusedPictures, insertPicture } from './faqs.store.ts';

/** As wide as an answer is on the largest screen, twice as sharp. */
const MAX_PICTURE_SIZE = { width: 1440, height: 2160 };
const UNUSED_RETENTION_MINUTES = 60;
const CLEANUP_BATCH = 100;
const MAX_PICTURES = 20;

/** Keyed by the reference. */
export type AnswerPictures = ReadonlyMap<string, EmbeddedPicture>;

/** Pictures of answers are separate copies without metadata: they are public and belong to no account. The upload is deleted like any unused one. */
export function createAnswerPicturesService({ db, storage, tools }: Pick<Platform, 'db' | 'storage' | 'tools'>) {
  const resolveSource = async (userId: string, fileId: string) => {
    const file = await findUpload(db, fileId);
    if (!file || file.role !== 'original' || file.owner_id !== userId)
      throw new AppError('INVALID', 'An image in this answer is missing. Upload it again.');
    if (!isPicture(file)) throw new AppError('FILE_UNSUPPORTED', BUSINESS_MESSAGES.onlyImages);
    return { key: file.storage_key, format: getDevelopedFormat(file.mimetype) };
  };

  /** The row first, so that bytes of what fails afterwards are found by the sweep. */
  const copyPicture = async (source: string, account: string): Promise<EmbeddedPicture> => {
    const id = newId();
    const target = storage.tempPath();
    const { mimetype, width, height, sizeBytes } = await tools.images.render(
      { source, target, ...MAX_PICTURE_SIZE, fit: 'inside' },
      { account },
    );
    const key = `faqs/${id}`;
    await insertPicture(autocommit(db), { id, storage_key: key, mimetype, width, height, size_bytes: sizeBytes });
    await storage.putFile(key, target);
    return { id, width, height };
  };

  const copyUpload = async (userId: string, fileId: string): Promise<EmbeddedPicture> => {
    const { key, format } = await resolveSource(userId, fileId);
    return storage.withLocalFile(key, async (source) => {
      if (!format) return copyPicture(source, userId);
      const developed = storage.tempPath();
      try {
        await tools.images.develop({ source, format, target: developed }, { account: userId });
        return await copyPicture(developed, userId);
      } finally {
        await rm(developed, { force: true });
      }
    });
  };

  /** Pasted from another answer it becomes a picture of this one. */
  const assertOwnUpload = async (userId: string, faqId: string, pictureId: string): Promise<EmbeddedPicture | undefined> => {
    const picture = await findPicture(db, pictureId);
    if (!picture) return undefined;
    return picture.faq_id === faqId ? picture : storage.withLocalFile(picture.storage_key, (source) => copyPicture(source, userId));
  };

  return {
    /** Makes what the answer refers to its own. INVALID, FILE_UNSUPPORTED, FILE_BROKEN. */
    async attachToAnswer(userId: string, faqId: string, refs: readonly PictureReference[]): Promise<AnswerPictures> {
      if (refs.length > MAX_PICTURES) throw new AppError('INVALID', `An answer can have up to ${MAX_PICTURES} images.`);
      const adopted = new Map<string, EmbeddedPicture>();
      for (const ref of refs) {
        const shown = ref.kind === 'upload' ? await copyUpload(userId, ref.id) : await assertOwnUpload(userId, faqId, ref.id);
        if (shown) adopted.set(getReferenceKey(ref), shown);
      }
      return adopted;
    },

    /** Opens a picture of an existing answer. NOT_FOUND. */
    async open(id: string): Promise<PictureRow> {
      const picture = await findPicture(db, id);
      if (!picture || picture.faq_id === null) throw new AppError('NOT_FOUND');
      return picture;
    },

    read: (picture: PictureRow) => storage.openRead(picture.storage_key),

    /** Deletes pictures that no answer shows. */
    async deleteUnused(): Promise<void> {
      const keys = await deleteUnusedPictures(autocommit(db), UNUSED_RETENTION_MINUTES, CLEANUP_BATCH);
      for (const key of keys) await storage.remove(key);
    },
  };
}

export type AnswerPicturesService = ReturnType<typeof createAnswerPicturesService>;
