import { AppError } from '../errors.ts';

const noRoomCodes = new Set(['ENOSPC', 'EDQUOT']);

export const isNoRoom = (error: unknown): boolean => error instanceof Error && noRoomCodes.has((error as NodeJS.ErrnoException).code ?? '');

/** Runs what writes to the disk, and says DISK_FULL when it has no room. */
export async function noRoomAsAppError<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isNoRoom(error)) throw new AppError('DISK_FULL', undefined, { cause: error });
    throw error;
  }
}
