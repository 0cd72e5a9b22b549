import { LIMITS } from '@vitrine/contract';
import { AppError } from '../../platform/errors.ts';
import { provide } from '../../platform/ports.ts';
import { type Picture, pictures } from '../accounts/index.ts';
import { developedFormat, isPicture } from './files.rules.ts';
import { findFile } from './files.store.ts';

const describe = (file: { id: string; mimetype: string; original_name: string }): Picture => ({
  key: file.id,
  location: `uploads?key=${file.id}`,
  mimetype: file.mimetype,
  name: file.original_name,
});

/** Pictures of people and organisations: small, since they are shown beside everything somebody does. */
export const providePictures = provide(pictures, {
  async describe(db, fileId) {
    const file = fileId === null ? undefined : await findFile(db, fileId);
    return file ? describe(file) : null;
  },
  async assertOwn(db, userId, fileId) {
    const file = await findFile(db, fileId);
    if (!file || file.role !== 'original' || file.owner_id !== userId) throw new AppError('NOT_FOUND');
    // Nobody develops it: it would never be shown.
    if (!isPicture(file) || developedFormat(file.mimetype) === 'tiff') throw new AppError('FILE_UNSUPPORTED');
    if (file.size_bytes >= LIMITS.profilePictureBytes) throw new AppError('PICTURE_TOO_LARGE');
  },
});
