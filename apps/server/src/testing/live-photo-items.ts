import { randomUUID } from 'node:crypto';
import type { Media } from '@vitrine/contract';
import { createMedia, listMedia } from '@vitrine/contract/media.endpoints';
import { callEndpoint, type TestPerson, uploadFile } from './builders.ts';
import { aLiveStill, aLiveVideo } from './live-photos.ts';
import type { TestApp } from './test-app.ts';

/** Uploads a file and adds it to an album. Returns the file's id. No job runs. */
export async function addFile(test: TestApp, person: TestPerson, albumId: string, file: { name: string; bytes: Buffer }): Promise<string> {
  const { key } = await uploadFile(test, person, file);
  await callEndpoint(person, createMedia, { body: { albumId, mediaFile: [{ key }] } });
  return key;
}

export const listAlbumMedia = (person: TestPerson, albumId: string): Promise<Media[]> =>
  callEndpoint(person, listMedia, { params: { albumId } });

/** An identifier as Apple writes it. */
export const aContentId = (): string => randomUUID().toUpperCase();

interface LivePhotoFiles {
  media: Media;
  photo: Buffer;
  video: Buffer;
}

/** Adds both files of an iPhone's live photo, runs their jobs, and returns the item with the bytes of its files. */
export async function aLivePhoto(test: TestApp, person: TestPerson, albumId: string, { name = 'IMG_1' } = {}): Promise<LivePhotoFiles> {
  const contentId = aContentId();
  const [photo, video] = [await aLiveStill(contentId), await aLiveVideo(contentId)];
  const photoId = await addFile(test, person, albumId, { name: `${name}.JPG`, bytes: photo });
  await addFile(test, person, albumId, { name: `${name}.MOV`, bytes: video });
  await test.runJobs();
  const media = (await listAlbumMedia(person, albumId)).find(({ mediaFile }) => mediaFile.key === photoId);
  if (!media?.livePhoto?.key) throw new Error('The files did not become a live photo that plays');
  return { media, photo, video };
}
