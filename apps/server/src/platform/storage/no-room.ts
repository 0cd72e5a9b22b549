import { AppError } from '../errors.ts';

const noRoomCodes = new Set(['ENOSPC', 'EDQUOT']);

export const isNoRoom = (error: unknown): boolean => error instanceof Error && noRoomCodes.has((error as NodeJS.ErrnoException).code ?? '');

/** Runs work that writes to the disk; throws DISK_FULL when there is no space. */
export async function noRoomAsAppError<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isNoRoom(error)) throw new AppError('DISK_FULL', undefined, { cause: error });
    throw error;
  }
}
