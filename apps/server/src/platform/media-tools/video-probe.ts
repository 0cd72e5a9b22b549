import { Demuxer } from 'node-av/api';
import {
  AV_CODEC_ID_NONE,
  AV_FIELD_BB,
  AV_FIELD_BT,
  AV_FIELD_PROGRESSIVE,
  AV_FIELD_TB,
  AV_FIELD_TT,
  AV_NOPTS_VALUE,
  AV_PKT_DATA_DISPLAYMATRIX,
  AV_PROFILE_H264_BASELINE,
  AV_PROFILE_H264_CONSTRAINED,
  AV_PROFILE_H264_HIGH,
  AV_PROFILE_H264_MAIN,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_SUBTITLE,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import { avGetCodecName, avGetPixFmtName, type Stream } from 'node-av/lib';
import { AppError } from '../errors.ts';
import type { VideoFormat } from './sniff.ts';
import { isHdrTransfer, parseVideoColours } from './video-colours.ts';
import { parseVideoMetadata } from './video-metadata.ts';
import { buildUprightFilters, swapsSides, VIDEO_SIDE_MAX } from './video-plan.ts';
import { measureTimes, type StreamTimes } from './video-times.ts';
import type { FieldOrder, VideoProbe, VideoSource } from './video-tool-types.ts';

/** Names that ffprobe prints, as far as the product distinguishes profiles. */
const H264_PROFILES = new Map<number, string>([
  [AV_PROFILE_H264_BASELINE | AV_PROFILE_H264_CONSTRAINED, 'Constrained Baseline'],
  [AV_PROFILE_H264_MAIN, 'Main'],
  [AV_PROFILE_H264_HIGH, 'High'],
]);
const KNOWN_STREAM_TYPES = new Set([AVMEDIA_TYPE_VIDEO, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_SUBTITLE]);

export interface OpenVideo {
  input: Demuxer;
  video: Stream;
  audio: Stream | undefined;
  probe: VideoProbe;
}

/** Opens a video with the demuxer of its detected type; references to other files or addresses are not followed. */
export async function openVideo({ source, format }: VideoSource): Promise<OpenVideo> {
  const input = await Demuxer.open(`file:${source}`, { format, options: { protocol_whitelist: 'file' } }).catch((cause) => {
    throw new AppError('FILE_BROKEN', 'The video is damaged or incomplete and can’t be opened.', { cause });
  });
  const video = input.findBestStream(AVMEDIA_TYPE_VIDEO);
  if (!video || video.codecpar.width < 1 || video.codecpar.height < 1) {
    await input.close();
    throw new AppError('FILE_UNSUPPORTED', 'This video file has no video track.');
  }
  if (Math.max(video.codecpar.width, video.codecpar.height) > VIDEO_SIDE_MAX) {
    await input.close();
    throw new AppError('IMAGE_TOO_LARGE', 'This video’s resolution is too high to process.');
  }
  const best = input.findBestStream(AVMEDIA_TYPE_AUDIO);
  const audio = best && best.codecpar.codecId !== AV_CODEC_ID_NONE && best.codecpar.channels > 0 ? best : undefined;
  return { input, video, audio, probe: describeVideo({ input, video, audio }, format) };
}

function describeVideo({ input, video, audio }: Omit<OpenVideo, 'probe'>, format: VideoFormat): VideoProbe {
  const { codecpar } = video;
  const filters = buildUprightFilters(readMatrix(codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX)));
  const colours = parseVideoColours({ matrix: codecpar.colorSpace, primaries: codecpar.colorPrimaries, transfer: codecpar.colorTrc });
  const { num, den } = video.sampleAspectRatio;
  const wide = num > 0 && den > 0 && num !== den ? Math.round((codecpar.width * num) / den) : codecpar.width;
  const [width, height] = swapsSides(filters) ? [codecpar.height, wide] : [wide, codecpar.height];
  return {
    format,
    ...measureTimes({
      format,
      startS: input.startTime,
      durationS: input.duration,
      video: readTimes(video),
      audio: audio && readTimes(audio),
    }),
    codedWidth: codecpar.width,
    codedHeight: codecpar.height,
    width,
    height,
    videoCodec: avGetCodecName(codecpar.codecId) ?? 'unknown',
    profile: H264_PROFILES.get(codecpar.profile) ?? 'unknown',
    level: codecpar.level,
    kilobitsPerSecond: Number(input.bitRate) / 1000,
    audioCodec: audio ? (avGetCodecName(audio.codecpar.codecId) ?? 'unknown') : null,
    pixelFormat: avGetPixFmtName(codecpar.format as never) ?? 'unknown',
    framesPerSecond: getFrameRate(video),
    fieldOrder: readFieldOrder(codecpar.toJSON()['fieldOrder']),
    colours,
    isHdr: isHdrTransfer(colours),
    uprightFilters: filters,
    facts: parseVideoMetadata(
      input.metadata,
      input.streams.some(({ codecpar: { codecType } }) => !KNOWN_STREAM_TYPES.has(codecType)),
    ),
  };
}

const readTimes = ({ startTime, duration, timeBase, metadata }: Stream): StreamTimes => ({
  startS: toSeconds(startTime, timeBase),
  durationS: toSeconds(duration, timeBase),
  tag: metadata?.get('DURATION') ?? undefined,
});

const toSeconds = (ticks: bigint, { num, den }: { num: number; den: number }): number | undefined =>
  ticks === AV_NOPTS_VALUE ? undefined : (Number(ticks) * num) / den;

/** FFmpeg names the order of the stored fields first and that of the shown fields second. node-av has no accessor for it. */
function readFieldOrder(order: unknown): FieldOrder {
  if (order === AV_FIELD_PROGRESSIVE) return 'progressive';
  if (order === AV_FIELD_TT || order === AV_FIELD_BT) return 'top';
  return order === AV_FIELD_BB || order === AV_FIELD_TB ? 'bottom' : 'unknown';
}

function getFrameRate(video: Stream): number {
  const { num, den } = video.avgFrameRate;
  return num > 0 && den > 0 ? num / den : 25;
}

function readMatrix(bytes: Buffer | null): number[] | undefined {
  if (!bytes || bytes.length < 36) return undefined;
  return Array.from({ length: 9 }, (_, at) => (NATIVE_ENDIANNESS === 'LE' ? bytes.readInt32LE(at * 4) : bytes.readInt32BE(at * 4)));
}

/** Byte order of the display matrix: FFmpeg uses that of the machine. */
const NATIVE_ENDIANNESS = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? 'LE' : 'BE';
