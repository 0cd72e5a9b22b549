import { LIMITS } from '@vitrine/contract/limits';
import { getSession } from '../../lib/session.ts';
import { chooseFiles } from './accepted-files.ts';
import { fetchRoom } from './api/room.ts';
import { tellLeftOut, tellUnderWay, tellWithoutRoom } from './left-out.ts';
import { isUnderWay } from './queue-state.ts';
import { fitFiles, type Room } from './room.ts';
import { uploads } from './upload-queue.ts';

/** Takes files into the queue; says before anything is sent what is left out, and why. Answers whether any was taken. */
export async function addFiles(files: readonly File[], albumId: string): Promise<boolean> {
  const underWay = uploads.current().items.filter(isUnderWay).length;
  const choice = chooseFiles(files, Math.max(0, LIMITS.filesPerUpload - underWay));
  tellLeftOut(choice);
  if (choice.accepted.length === 0) return false;
  const fitting = await thoseThatFit(choice.accepted, albumId);
  if (fitting.length === 0) return false;
  tellUnderWay(await uploads.add(fitting, albumId));
  return true;
}

async function thoseThatFit(files: File[], albumId: string): Promise<File[]> {
  const room = await fetchRoom(getSession()?.userId ?? '', albumId);
  if (!room) return files;
  const left = withoutUnderWay(room, albumId);
  const fit = fitFiles(files, left);
  tellWithoutRoom(fit, left);
  return fit.fitting;
}

/** What is on its way will need its room, and the server counts it only once it is there. */
function withoutUnderWay({ accountBytes, albumBytes }: Room, albumId: string): Room {
  const underWay = uploads.current().items.filter(isUnderWay);
  const sum = (items: typeof underWay) => items.reduce((bytes, { size }) => bytes + size, 0);
  return {
    accountBytes: accountBytes - sum(underWay),
    albumBytes: albumBytes - sum(underWay.filter((item) => item.albumId === albumId)),
  };
}
