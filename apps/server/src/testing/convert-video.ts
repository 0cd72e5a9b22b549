import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { MediaTools } from '../platform/media-tools/media-tools.ts';
import type { VideoFormat } from '../platform/media-tools/sniff.ts';
import type { Mp4, VideoProbe } from '../platform/media-tools/video-tool-types.ts';

export interface ConvertedVideo {
  still: Buffer;
  /** The result of the conversion, and the probe of its file. */
  mp4: Mp4;
  film: VideoProbe;
  filmPath: string;
  /** Sum of the segments in the HLS list, in seconds. */
  hlsS: number;
}

/** Makes everything of a video that its job makes. Temporary files are in `folder`. */
export async function convertVideo(
  { videos }: Pick<MediaTools, 'videos'>,
  folder: string,
  { bytes, format }: { bytes: Buffer; format: VideoFormat },
): Promise<ConvertedVideo> {
  const room = await mkdtemp(path.join(folder, 'video-'));
  const [source, still, film, hls] = ['source', 'still', 'film', 'hls'].map((name) => path.join(room, name)) as [
    string,
    string,
    string,
    string,
  ];
  await writeFile(source, bytes);
  const session = await videos.open({ format, sizeBytes: bytes.length });
  try {
    await session.still({ source, format, target: still });
    const mp4 = await session.mp4({ source, format, target: film }, () => undefined);
    await mkdir(hls);
    await session.hls({ source: film, target: hls });
    const playlist = await readFile(path.join(hls, 'main.m3u8'), 'utf8');
    const hlsS = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, seconds]) => sum + Number(seconds), 0);
    const probe = await session.probe({ source: film, format: 'mov' });
    return { still: await readFile(still), mp4, film: probe, filmPath: film, hlsS };
  } finally {
    session.close();
  }
}
