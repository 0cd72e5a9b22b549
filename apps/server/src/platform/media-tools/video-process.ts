import { serveTool } from './tool-process.ts';
import { segmentHls } from './video-hls.ts';
import { makeMp4 } from './video-mp4.ts';
import { extractPoster } from './video-poster.ts';
import { openVideo } from './video-probe.ts';
import type { HlsArgs, Mp4Args, PosterArgs, VideoSource } from './video-verbs.ts';

/** The entry of the children that open videos people uploaded. */
serveTool({
  async probe(args: VideoSource) {
    const { input, probe } = await openVideo(args);
    await input.close();
    return probe;
  },
  poster: (args: PosterArgs) => extractPoster(args),
  mp4: (args: Mp4Args, report) => makeMp4(args, report),
  hls: (args: HlsArgs) => segmentHls(args),
});
