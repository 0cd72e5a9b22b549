import { AppError } from '../errors.ts';

const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT']);

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && DISK_FULL_CODES.has((error as NodeJS.ErrnoException).code ?? '');

/** Runs work that writes to the disk; throws DISK_FULL when there is no space. */
export async function translateDiskFull<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isDiskFull(error)) throw new AppError('DISK_FULL', undefined, { cause: error });
    throw error;
  }
}
