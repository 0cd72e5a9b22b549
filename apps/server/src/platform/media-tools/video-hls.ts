import path from 'node:path';
import { Muxer } from 'node-av/api';
import { copyPackets } from './video-encode.ts';
import { HLS_SEGMENT_S } from './video-plan.ts';
import { openVideo } from './video-probe.ts';
import type { HlsArgs } from './video-tool-types.ts';

/** Cuts an MP4 of ours into HLS: main.m3u8, init.mp4, seg_0.m4s and so on. Nothing is encoded again. */
export async function segmentHls({ source, target }: HlsArgs): Promise<void> {
  const { input, video, audio } = await openVideo({ source, format: 'mov' });
  try {
    const out = await Muxer.open(path.join(target, 'main.m3u8'), {
      format: 'hls',
      options: {
        hls_time: String(HLS_SEGMENT_S),
        hls_segment_type: 'fmp4',
        hls_playlist_type: 'vod',
        hls_segment_filename: path.join(target, 'seg_%d.m4s'),
        hls_fmp4_init_filename: 'init.mp4',
      },
    });
    await copyPackets(input, out, [video, audio], () => undefined);
    await out.close();
  } finally {
    await input.close();
  }
}
