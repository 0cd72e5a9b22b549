import { MEDIA_STATUS, type Media } from '@vitrine/contract';
import sharp from 'sharp';
import type { ApiPerson } from '../../../e2e/api.ts';
import { until } from '../../../e2e/until.ts';
import { assert } from '../round.ts';
import { assertVideoComplete } from '../transcode.ts';
import type { DamagedFile } from './file-damage.ts';

/** Files must be ready or failed within this time. Few are processed at a time, so their turn comes immediately. */
const END_LIMIT_MS = 60_000;

export interface FileOutcome {
  end: 'ready' | 'refused' | 'failed';
  /** Message for the user; empty for a file that is ready. */
  reason: string;
  ms: number;
}

/** Messages of faults that are not the file's. */
const UNTRUE_REASONS: readonly string[] = ['Couldn’t process this file.', 'Something went wrong. Please try again.'];
const MIN_SERVER_ERROR = 500;

/** Uploads a file, waits for its end, and checks what it became. Throws when the end is late or untrue. */
export async function submitFile(person: ApiPerson, albumId: string, file: DamagedFile): Promise<FileOutcome> {
  const startedAt = performance.now();
  const elapsed = () => Math.round(performance.now() - startedAt);
  const { status, key, message } = await upload(person, file);
  assert(status < MIN_SERVER_ERROR, `the upload was answered with ${status}: ${message}`);
  if (key === undefined) {
    assertTrueReason(message);
    assert(elapsed() <= END_LIMIT_MS, `it was refused after ${elapsed()} ms`);
    return { end: 'refused', reason: message, ms: elapsed() };
  }
  const [{ _id: mediaId } = { _id: '' }] = await person.attach(albumId, [key]);
  const findMedia = async () => (await person.media(albumId)).find((media) => media._id === mediaId);
  const isEnded = async () => ENDS.has((await findMedia())?.status ?? 0);
  await until('it is ready or failed', isEnded, END_LIMIT_MS);
  const ms = elapsed();
  const media = await findMedia();
  assert(media !== undefined, 'its media disappeared');
  await verify(person, media);
  await person.request('DELETE', `/medias/${albumId}`, { mediaIdArr: [mediaId] });
  return { end: media.status === MEDIA_STATUS.failed ? 'failed' : 'ready', reason: media.failureReason ?? '', ms };
}

const ENDS: ReadonlySet<number> = new Set([MEDIA_STATUS.complete, MEDIA_STATUS.failed]);

async function upload(person: ApiPerson, { name, bytes }: DamagedFile): Promise<{ status: number; key?: string; message: string }> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const response = await fetch(`${person.product.origin}/api/uploads`, {
    method: 'POST',
    headers: { authorization: person.token },
    body: form,
  });
  const body = (await response.json()) as { message?: string; result?: { key: string }[] };
  return { status: response.status, key: body.result?.[0]?.key, message: body.message ?? '' };
}

/** A file that is ready must be shown and played completely. */
async function verify(person: ApiPerson, media: Media): Promise<void> {
  if (media.status === MEDIA_STATUS.failed) return assertTrueReason(media.failureReason ?? '');
  const picture = await person.bytes(`/uploads?key=${media.videoThumbnail ?? media.mediaFile.key}&width=320`);
  assert(picture.ok, `it is ready, but its picture is answered with ${picture.status}`);
  const { width } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
  assert(width > 0, 'it is ready, but its picture is empty');
  if (media.kind === 'video') await assertVideoComplete(person, media);
}

function assertTrueReason(reason: string): void {
  assert(reason !== '', 'it failed without a reason');
  assert(!UNTRUE_REASONS.includes(reason), `it failed with an untrue reason: ${reason}`);
}
