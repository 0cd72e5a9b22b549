import { z } from 'zod';
import { AppError } from '../errors.ts';
import type { VideoFormat } from './sniff.ts';
import { isHdrTransfer, parseVideoColours } from './video-colours.ts';
import { parseVideoMetadata } from './video-metadata.ts';
import { buildUprightFilters, swapsSides, VIDEO_SIDE_MAX } from './video-plan.ts';
import { measureTimes, type StreamTimes } from './video-times.ts';
import type { FieldOrder, VideoProbe } from './video-tool-types.ts';

const sideData = z.object({ displaymatrix: z.string().optional() });
const stream = z.object({
  index: z.number(),
  codec_type: z.string().optional(),
  codec_name: z.string().default('unknown'),
  profile: z.string().default('unknown'),
  level: z.number().default(-1),
  width: z.number().default(0),
  height: z.number().default(0),
  pix_fmt: z.string().default('unknown'),
  sample_aspect_ratio: z.string().default('1:1'),
  avg_frame_rate: z.string().default('25/1'),
  color_space: z.string().optional(),
  color_primaries: z.string().optional(),
  color_transfer: z.string().optional(),
  field_order: z.string().optional(),
  start_time: z.string().optional(),
  duration: z.string().optional(),
  nb_frames: z.coerce.number().optional(),
  tags: z.record(z.string(), z.string()).default({}),
  channels: z.number().default(0),
  disposition: z.object({ attached_pic: z.number().default(0) }).default({ attached_pic: 0 }),
  side_data_list: z.array(sideData).default([]),
});
const report = z.object({
  streams: z.array(stream).default([]),
  format: z
    .object({
      start_time: z.string().optional(),
      duration: z.string().optional(),
      bit_rate: z.string().optional(),
      tags: z.record(z.string(), z.string()).default({}),
    })
    .default({ tags: {} }),
});
type ReportedStream = z.output<typeof stream>;

const KNOWN_STREAM_TYPES = new Set(['video', 'audio', 'subtitle']);

export interface FfmpegProbe {
  probe: VideoProbe;
  videoIndex: number;
  audioIndex: number | undefined;
  /** Number of pictures as the container states it. */
  frames: number | undefined;
}

export const PROBE_ARGS = ['-v', 'error', '-of', 'json', '-show_format', '-show_streams'];

/** Parses the output of `ffprobe -of json`. FILE_BROKEN when it is incomplete, FILE_UNSUPPORTED without a video track, IMAGE_TOO_LARGE. */
export function readFfprobe(json: string, container: VideoFormat): FfmpegProbe {
  const { streams, format } = parseReport(json);
  const video = streams.find((found) => found.codec_type === 'video' && found.disposition.attached_pic === 0 && found.width > 0);
  if (!video) throw new AppError('FILE_UNSUPPORTED', 'This video file has no video track.');
  if (Math.max(video.width, video.height) > VIDEO_SIDE_MAX) {
    throw new AppError('IMAGE_TOO_LARGE', 'This video’s resolution is too high to process.');
  }
  const audio = streams.find((found) => found.codec_type === 'audio' && found.codec_name !== 'unknown' && found.channels > 0);
  const filters = buildUprightFilters(parseMatrix(video.side_data_list.find((data) => data.displaymatrix)?.displaymatrix));
  const colours = parseVideoColours({ matrix: video.color_space, primaries: video.color_primaries, transfer: video.color_transfer });
  const wide = Math.round(video.width * (parseRatio(video.sample_aspect_ratio) || 1));
  const [width, height] = swapsSides(filters) ? [video.height, wide] : [wide, video.height];
  return {
    videoIndex: video.index,
    audioIndex: audio?.index,
    frames: video.nb_frames,
    probe: {
      format: container,
      ...measureTimes({
        format: container,
        startS: parseNumber(format.start_time),
        durationS: parseNumber(format.duration),
        video: readTimes(video),
        audio: audio && readTimes(audio),
      }),
      codedWidth: video.width,
      codedHeight: video.height,
      width,
      height,
      videoCodec: video.codec_name,
      profile: video.profile,
      level: video.level,
      kilobitsPerSecond: (parseNumber(format.bit_rate) ?? 0) / 1000,
      audioCodec: audio?.codec_name ?? null,
      pixelFormat: video.pix_fmt,
      framesPerSecond: parseRatio(video.avg_frame_rate) || 25,
      fieldOrder: FIELD_ORDERS[video.field_order ?? ''] ?? 'unknown',
      colours,
      isHdr: isHdrTransfer(colours),
      uprightFilters: filters,
      facts: parseVideoMetadata(
        format.tags,
        streams.some((found) => !KNOWN_STREAM_TYPES.has(found.codec_type ?? '')),
      ),
    },
  };
}

/** FFmpeg names the order of the stored fields first and that of the shown fields second. */
const FIELD_ORDERS: Partial<Record<string, FieldOrder>> = { progressive: 'progressive', tt: 'top', bt: 'top', bb: 'bottom', tb: 'bottom' };

function parseReport(json: string): z.output<typeof report> {
  try {
    return report.parse(JSON.parse(json));
  } catch (cause) {
    throw new AppError('FILE_BROKEN', 'The video’s header can’t be read.', { cause });
  }
}

const readTimes = ({ start_time, duration, tags }: ReportedStream): StreamTimes => ({
  startS: parseNumber(start_time),
  durationS: parseNumber(duration),
  tag: tags['DURATION'],
});

function parseNumber(text: string | undefined): number | undefined {
  const value = Number(text ?? Number.NaN);
  return Number.isFinite(value) ? value : undefined;
}

/** Parses `30000/1001` and `4:3`; 0 when absent. */
function parseRatio(text: string): number {
  const [over = 0, under = 0] = text.split(/[/:]/).map(Number);
  return over > 0 && under > 0 ? over / under : 0;
}

/** ffprobe prints the matrix as three rows, each after its offset. */
function parseMatrix(text: string | undefined): number[] | undefined {
  const rows = text?.match(/^[0-9a-f]{8}:.*$/gm);
  return rows?.flatMap((row) => row.split(/\s+/).slice(1).map(Number));
}
