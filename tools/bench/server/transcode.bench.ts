import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { MEDIA_STATUS } from '@vitrine/contract';
import { cornersRgb } from '../../../apps/server/src/testing/media-files.ts';
import { encodeVideo } from '../../../apps/server/src/testing/video-file.ts';
import { type BenchResult, createMaximumResult } from '../figures.ts';
import { type BenchServer, createAlbum, runInterleaved, seconds, startBenchServer } from './bench-server.ts';

const ROUNDS = 5;
const VIDEO = {
  width: 1920,
  height: 1080,
  framesPerSecond: 30,
  frames: 1350,
  codec: 'h264',
  container: 'mp4',
  hasSound: true,
  isMoving: true,
} as const;

/** Compares the complete job of a video (poster frame, MP4, HLS, checksums, rows) with its encoder alone, with the same arguments. */
export async function run(): Promise<BenchResult> {
  const bench = await startBenchServer();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-transcode-'));
  try {
    const source = path.join(folder, 'film.mp4');
    await writeFile(source, await encodeVideo(cornersRgb(VIDEO), VIDEO));
    const target = path.join(folder, 'bare.mp4');
    const encodeAlone = () => seconds(() => encoderAlone(bench, source, target));
    const result = await runInterleaved(ROUNDS, () => runVideoJob(bench, source), encodeAlone);
    return createMaximumResult('the job of a 45 s 1080p video vs. its encoder alone', result.ours, result.peer, 's', 1.1);
  } finally {
    await bench.close();
    await rm(folder, { recursive: true });
  }
}

/** Encodes in a new process with the same low priority as in the job. */
async function encoderAlone({ tools }: BenchServer, source: string, target: string): Promise<void> {
  const session = await tools.videos.open({ format: 'mov', sizeBytes: (await stat(source)).size });
  await session.mp4({ source, format: 'mov', target }, () => undefined);
  session.close();
}

/** Attaches the film to an album first, because the job skips files that no album shows. */
async function runVideoJob(bench: BenchServer, source: string): Promise<number> {
  const albumId = await createAlbum(bench, 'Films');
  const fileId = await bench.upload(createReadStream(source), 'film.mp4', 1e9);
  const payload = { albumId, mediaFile: [{ key: fileId }] };
  await bench.app.inject({ method: 'POST', url: '/api/medias', headers: { authorization: bench.token }, payload });
  const durationS = await seconds(() => bench.runJob('media.video', { fileId }));
  const media = await bench.db.selectFrom('media').select('status').where('file_id', '=', fileId).executeTakeFirst();
  if (media?.status !== MEDIA_STATUS.complete) throw new Error(`The job did not process the video: status ${media?.status}`);
  return durationS;
}
