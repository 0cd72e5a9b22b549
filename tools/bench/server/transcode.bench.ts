import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { MEDIA_STATUS } from '@vitrine/contract';
import { cornersRgb } from '../../../apps/server/src/testing/media-files.ts';
import { encodeVideo } from '../../../apps/server/src/testing/video-file.ts';
import { type BenchResult, type BenchServer, createAlbum, createMaximumResult, runInterleaved, seconds, startBenchServer } from './lab.ts';

const ROUNDS = 5;
const FILM = {
  width: 1920,
  height: 1080,
  framesPerSecond: 30,
  frames: 1350,
  codec: 'h264',
  container: 'mp4',
  hasSound: true,
  isMoving: true,
} as const;

/** The whole job of a video (still, MP4, HLS, checksums, rows) against its encoder alone with the same arguments. */
export async function run(): Promise<BenchResult> {
  const lab = await startBenchServer();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-transcode-'));
  try {
    const source = path.join(folder, 'film.mp4');
    await writeFile(source, await encodeVideo(cornersRgb(FILM), FILM));
    const target = path.join(folder, 'bare.mp4');
    const bare = () => seconds(() => encoderAlone(lab, source, target));
    const result = await runInterleaved(ROUNDS, () => job(lab, source), bare);
    return createMaximumResult('the job of a 45 s 1080p video against its encoder alone', result.ours, result.peer, 's', 1.1);
  } finally {
    await lab.close();
    await rm(folder, { recursive: true });
  }
}

/** In a process like the job's, as little urgent and started as fresh. */
async function encoderAlone({ tools }: BenchServer, source: string, target: string): Promise<void> {
  const session = await tools.videos.open({ format: 'mov', sizeBytes: (await stat(source)).size });
  await session.mp4({ source, format: 'mov', target }, () => undefined);
  session.close();
}

/** Attaches the film to an album first, because the job skips files that no album shows. */
async function job(lab: BenchServer, source: string): Promise<number> {
  const albumId = await createAlbum(lab, 'Films');
  const fileId = await lab.upload(createReadStream(source), 'film.mp4', 1e9);
  const payload = { albumId, mediaFile: [{ key: fileId }] };
  await lab.app.inject({ method: 'POST', url: '/api/medias', headers: { authorization: lab.token }, payload });
  const taken = await seconds(() => lab.runJob('media.video', { fileId }));
  const media = await lab.db.selectFrom('media').select('status').where('file_id', '=', fileId).executeTakeFirst();
  if (media?.status !== MEDIA_STATUS.complete) throw new Error(`The job did not prepare the film: status ${media?.status}`);
  return taken;
}
