import { LIMITS } from '@vitrine/contract';
import { AppError } from '../../platform/errors.ts';
import { provide } from '../../platform/ports.ts';
import { type ProfilePicture, profilePictures } from '../accounts/index.ts';
import { getDevelopedFormat, isPicture } from './files.rules.ts';
import { findFile } from './files.store.ts';

const describePicture = (file: { id: string; mimetype: string; original_name: string }): ProfilePicture => ({
  key: file.id,
  location: `uploads?key=${file.id}`,
  mimetype: file.mimetype,
  name: file.original_name,
});

/** Pictures of people and organisations: small, since they are shown beside everything somebody does. */
export const profilePictureProvider = provide(profilePictures, {
  async describe(db, fileId) {
    const file = fileId === null ? undefined : await findFile(db, fileId);
    return file ? describePicture(file) : null;
  },
  async assertOwnedBy(db, userId, fileId) {
    const file = await findFile(db, fileId);
    if (!file || file.role !== 'original' || file.owner_id !== userId) throw new AppError('NOT_FOUND');
    // Nobody develops it: it would never be shown.
    if (!isPicture(file) || getDevelopedFormat(file.mimetype) === 'tiff') throw new AppError('FILE_UNSUPPORTED');
    if (file.size_bytes >= LIMITS.profilePictureBytes) throw new AppError('PICTURE_TOO_LARGE');
  },
});
