import { LIMITS } from '@vitrine/contract/limits';

/** Bytes that are left, before anything is sent. */
export interface FreeSpace {
  accountBytes: number;
  albumBytes: number;
}

export interface FitResult<T> {
  fitting: T[];
  /** More than one file may ever have. */
  tooLarge: T[];
  overAccount: T[];
  overAlbum: T[];
}

/** In the order chosen, each file that still fits is taken, so that one film too many does not keep the photos behind it out. */
export function fitFiles<T extends { size: number }>(files: readonly T[], room: FreeSpace): FitResult<T> {
  const left = { ...room };
  const fit: FitResult<T> = { fitting: [], tooLarge: [], overAccount: [], overAlbum: [] };
  for (const file of files) {
    if (file.size > LIMITS.fileBytes) fit.tooLarge.push(file);
    else if (file.size > left.accountBytes) fit.overAccount.push(file);
    else if (file.size > left.albumBytes) fit.overAlbum.push(file);
    else {
      fit.fitting.push(file);
      left.accountBytes -= file.size;
      left.albumBytes -= file.size;
    }
  }
  return fit;
}
