import type { RunOptions } from './ffmpeg-command.ts';
import { type FfmpegProbe, PROBE_ARGS, readFfprobe } from './ffmpeg-probe.ts';
import { countFields, decideFieldOrder, IDET_FRAMES, IDET_KEY, mayBeInterlaced } from './field-order.ts';
import type { ToolPaths } from './sandbox-folder.ts';
import { isTrimmedBy } from './video-times.ts';
import type { FieldOrder, VideoSource } from './video-tool-types.ts';

export interface FfmpegPaths {
  ffmpeg: string;
  ffprobe: string;
  /** Option that sets how frames are timed. FFmpeg 5.1 renamed it. */
  frameTimingOption: '-fps_mode' | '-vsync';
}

export type WorkOptions = Omit<RunOptions, 'sandbox' | 'cwd'>;

/** Runs a program with the paths that it may use in place of those in `args`, and returns its output. */
export type RunTool = <A extends ToolPaths>(
  program: string,
  args: A,
  build: (lent: A) => string[],
  options: WorkOptions,
) => Promise<string>;

/** Only the one demuxer, and only this file: nothing in it can name another file or address. */
export const buildInputArgs = ({ source, format }: VideoSource) => [
  '-protocol_whitelist',
  'file,pipe',
  '-f',
  format,
  '-i',
  `file:${source}`,
];
export const QUIET = ['-hide_banner', '-nostdin', '-v', 'error', '-y'];

/** Creates the functions that examine a video with an installed FFmpeg. They remember the order of the fields of each source. */
export function createExaminer({ ffmpeg, ffprobe }: FfmpegPaths, run: RunTool, options: WorkOptions) {
  const fieldOrders = new Map<string, FieldOrder>();

  const probe = async ({ source, format }: VideoSource, ...further: string[]): Promise<FfmpegProbe> =>
    readFfprobe(
      await run(ffprobe, { source }, (lent) => [...PROBE_ARGS, ...further, ...buildInputArgs({ ...lent, format })], options),
      format,
    );

  const examineFields = async ({ source, format }: VideoSource, found: FfmpegProbe): Promise<FieldOrder> => {
    if (!mayBeInterlaced(found.probe)) return found.probe.fieldOrder;
    const frames: string[] = [];
    const onLine = (line: string) => {
      if (line.startsWith(`${IDET_KEY}=`)) frames.push(line.slice(IDET_KEY.length + 1).trim());
    };
    await run(ffmpeg, { source }, (lent) => buildIdetArgs({ ...lent, format }, found.videoIndex), { ...options, onLine });
    return decideFieldOrder(found.probe.fieldOrder, countFields(frames));
  };

  return {
    probe,

    /** Probes the source and determines the order of its fields. */
    async examine(args: VideoSource): Promise<FfmpegProbe> {
      const found = await probe(args);
      const fieldOrder = fieldOrders.get(args.source) ?? (await examineFields(args, found));
      fieldOrders.set(args.source, fieldOrder);
      return { ...found, probe: { ...found.probe, fieldOrder } };
    },

    /** Returns true when the edit list of an MP4 or MOV leaves out pictures. */
    isTrimmed: async (args: VideoSource, found: FfmpegProbe): Promise<boolean> =>
      args.format === 'mov' && isTrimmedBy(found.probe, (await probe(args, '-ignore_editlist', '1')).probe.pictureMs / 1000),
  };
}

function buildIdetArgs(args: VideoSource, videoIndex: number): string[] {
  const filters = `idet,metadata=mode=print:key=${IDET_KEY}:file=-`;
  const output = ['-map', `0:${videoIndex}`, '-frames:v', String(IDET_FRAMES), '-vf', filters, '-f', 'null', '-'];
  return [...QUIET, ...buildInputArgs(args), ...output];
}
