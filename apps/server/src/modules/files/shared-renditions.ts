import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { uploadFileInParts } from '../../platform/storage/multipart-upload.ts';
import { NotStoredError } from '../../platform/storage/not-stored-error.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import type { RenditionShare } from './rendition-cache.ts';

/** The bucket lets go of what is below it after a while: a rule of its own, in the guide. */
const SHARED_FOLDER = 'renditions';
/** Puts under way at once; what is made beyond them is not shared. */
const MAX_CONCURRENT_PUTS = 8;

/** Renditions in the object store, so that a picture is decoded once for all processes. The store being away costs the sharing alone. */
export function createRenditionShare(objects: ObjectStore, log: Logger): RenditionShare {
  let puts = 0;
  const getObjectKey = (name: string) => `${SHARED_FOLDER}/${name}`;
  const store = async (name: string, file: string) => {
    puts++;
    try {
      await uploadFileInParts(objects, getObjectKey(name), file, (await stat(file)).size);
    } catch (error) {
      log.debug({ err: error }, 'a rendition was not shared');
    } finally {
      puts--;
    }
  };

  return {
    async fetch(name, target) {
      try {
        await pipeline(await objects.get(getObjectKey(name)), createWriteStream(target));
        return true;
      } catch (error) {
        if (!(error instanceof NotStoredError)) log.debug({ err: error }, 'a shared rendition could not be fetched');
        return false;
      }
    },
    store(name, file) {
      if (puts < MAX_CONCURRENT_PUTS) void store(name, file);
    },
  };
}
