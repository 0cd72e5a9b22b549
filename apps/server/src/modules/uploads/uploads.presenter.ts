import type { UploadedFile } from '@vitrine/contract';
import type { FileRow } from '../files/index.ts';

export const presentUploadedFile = (file: FileRow): UploadedFile => ({
  key: file.id,
  originalname: file.original_name,
  mimetype: file.mimetype,
  location: `uploads?key=${file.id}`,
  size: file.size_bytes,
  filename: file.original_name,
  metadata: { mimetype: file.mimetype, fileName: file.original_name },
});
