import { Decoder, Demuxer, FilterAPI } from 'node-av/api';
import { AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { countFields, decideFieldOrder, IDET_FRAMES, IDET_KEY, mayBeInterlaced } from './field-order.ts';
import { openVideo } from './video-probe.ts';
import { isTrimmedBy } from './video-times.ts';
import type { FieldOrder, VideoProbe, VideoSource } from './video-tool-types.ts';

/** Returns the order of the fields: what an earlier step found, what the stream states, or what its first frames show. */
export async function resolveFieldOrder(args: VideoSource, probe: VideoProbe): Promise<FieldOrder> {
  if (args.fieldOrder) return args.fieldOrder;
  return mayBeInterlaced(probe) ? decideFieldOrder(probe.fieldOrder, countFields(await examineFrames(args))) : probe.fieldOrder;
}

/** Returns the order that `idet` finds in each of the first frames. */
async function examineFrames(args: VideoSource): Promise<string[]> {
  const { input, video } = await openVideo(args);
  const decoder = await Decoder.create(video, { exitOnError: false });
  const filter = FilterAPI.create('idet');
  const found: string[] = [];
  try {
    for await (const frame of filter.frames(decoder.frames(input.packets(video.index)))) {
      if (!frame) break;
      found.push(frame.getMetadata().get(IDET_KEY) ?? '');
      frame.free();
      if (found.length >= IDET_FRAMES) break;
    }
    return found;
  } finally {
    filter.close();
    decoder.close();
    await input.close();
  }
}

/** Returns true when the edit list of an MP4 or MOV leaves out pictures. */
export async function isTrimmed({ source, format }: VideoSource, probe: VideoProbe): Promise<boolean> {
  if (format !== 'mov') return false;
  const input = await Demuxer.open(`file:${source}`, { format, options: { protocol_whitelist: 'file', ignore_editlist: '1' } });
  try {
    const video = input.findBestStream(AVMEDIA_TYPE_VIDEO);
    return video !== undefined && isTrimmedBy(probe, (Number(video.duration) * video.timeBase.num) / video.timeBase.den);
  } finally {
    await input.close();
  }
}
