import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Decoder, Demuxer, Encoder, FilterAPI, Muxer } from 'node-av/api';
import { AV_LOG_ERROR, FF_ENCODER_AAC, FF_ENCODER_LIBX264, FF_ENCODER_LIBX265, type FFVideoEncoder } from 'node-av/constants';
import { Log, type Stream } from 'node-av/lib';

export interface VideoRecipe {
  width: number;
  height: number;
  frames: number;
  /** Name of the FFmpeg encoder, or the codec whose usual encoder is used. */
  codec: 'h264' | 'hevc' | 'mpeg2video' | 'wmv2' | 'flv' | 'libtheora' | 'mpeg4' | 'libsvtav1';
  /** Name of the FFmpeg muxer. */
  container: 'mp4' | 'mov' | 'matroska' | 'avi' | 'mpegts' | 'vob' | 'mpeg' | 'asf' | 'flv' | '3gp' | 'ogg' | 'avif';
  muxerOptions?: Record<string, string>;
  framesPerSecond?: number;
  /** Adds a tone. */
  hasSound?: boolean;
  /** Duration of the tone in seconds; that of the pictures by default. */
  soundS?: number;
  /** Timestamp of the first frame, in seconds. */
  startS?: number;
  /** Weaves two moving pictures into each frame, the lines of the earlier one on top or at the bottom. Unless marked, the stream claims to be progressive. */
  interlaced?: { first: 'top' | 'bottom'; isMarked: boolean };
  /** Matrix of the pictures, BT.709 by default, and whether the stream states it. */
  colours?: { matrix: 'bt709' | 'bt601'; isStated: boolean; isFullRange?: boolean };
  /** Encodes 10 bits with the transfer function of HDR10. */
  isHdr?: boolean;
  /** Sets a clockwise rotation of 90 degrees for players, as phones held upright do. */
  isRotated?: boolean;
  /** Places the index at the front. */
  isFastStart?: boolean;
  /** Delay of all timestamps in the second half, in seconds. */
  gapS?: number;
  /** Adds scrolling and noise, which are slow to encode. */
  isMoving?: boolean;
  /** Zoom factor at the end, such as 1.2. The video has half the width and height of the picture. */
  zoom?: number;
}

const PRESET = { preset: 'ultrafast' } as const;
const SAMPLE_RATE = 48_000;

Log.setLevel(AV_LOG_ERROR);
// The encoder of AV1 prints its settings otherwise.
process.env['SVT_LOG'] = '1';

/** Encodes one RGB picture as a video. */
export async function encodeVideo(rgb: Buffer, recipe: VideoRecipe): Promise<Buffer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-film-'));
  try {
    const target = path.join(folder, 'film');
    await writeWithRetries(rgb, recipe, target);
    const bytes = await readFile(target);
    return recipe.isRotated ? rotate(bytes, recipe) : bytes;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Retries HEVC encodings that fail at random. This FFmpeg reads beyond the parameter sets of HEVC while it muxes MP4, and in one of five attempts
 * the memory there looks like an unsupported layer (AVERROR_PATCHWELCOME).
 */
async function writeWithRetries(rgb: Buffer, recipe: VideoRecipe, target: string): Promise<void> {
  for (let attemptsLeft = 20; ; attemptsLeft--) {
    try {
      return await write(rgb, recipe, target);
    } catch (error) {
      const isRandomFailure = recipe.codec === 'hevc' && error instanceof Error && error.message.includes('Not yet implemented');
      if (!isRandomFailure || attemptsLeft === 0) throw error;
    }
  }
}

async function write(rgb: Buffer, recipe: VideoRecipe, target: string): Promise<void> {
  const { container, frames, framesPerSecond = 25, isFastStart } = recipe;
  const out = await Muxer.open(target, {
    format: container,
    options: { ...recipe.muxerOptions, ...(isFastStart ? { movflags: '+faststart' } : {}) },
  });
  const options = { video_size: `${recipe.width}x${recipe.height}`, pixel_format: 'rgb24', framerate: String(framesPerSecond) };
  const picture = await Demuxer.open(rgb, { format: 'rawvideo', options });
  const streams = [await openStream(picture, picture.video(), pictureFilter(recipe), (parts) => pictureEncoder(recipe, parts))];
  if (recipe.hasSound) {
    const tone = await Demuxer.open(sine(recipe.soundS ?? frames / framesPerSecond), {
      format: 's16le',
      options: { sample_rate: SAMPLE_RATE },
    });
    streams.push(
      await openStream(tone, tone.audio(), 'aformat=sample_fmts=fltp:channel_layouts=mono', (parts) =>
        Encoder.create(FF_ENCODER_AAC, parts),
      ),
    );
  }
  await Promise.all(streams.map((writeTo) => writeTo(out)));
  await out.close();
}

function pictureFilter(recipe: VideoRecipe): string {
  const { frames, framesPerSecond = 25, isHdr, isMoving, gapS = 0, startS = 0 } = recipe;
  const gap = gapS > 0 ? `+gte(N\\,${Math.floor(frames / 2)})*${gapS}` : '';
  const repeat = `loop=loop=${frames - 1}:size=1,setpts=round((N/${framesPerSecond}${gap}+${startS})/TB)`;
  const move = isMoving ? ['scroll=h=0.003:v=0.002', 'noise=alls=12:allf=t'] : [];
  const colours = isHdr
    ? 'format=yuv420p10le,setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc'
    : colourFilter(recipe);
  return [repeat, ...zoomFilter(recipe), colours, ...move, ...interlaceFilters(recipe)].join(',');
}

function colourFilter({ colours = { matrix: 'bt709', isStated: true } }: VideoRecipe): string {
  const { matrix, isStated, isFullRange = false } = colours;
  const [range, name] = [isFullRange ? 'pc' : 'tv', matrix === 'bt709' ? 'bt709' : 'smpte170m'];
  const stated = isStated ? name : 'unknown';
  const tags = `setparams=range=${range}:colorspace=${stated}:color_primaries=${isStated ? 'bt709' : stated}:color_trc=${isStated ? 'bt709' : stated}`;
  return `scale=out_color_matrix=${matrix}:out_range=${range},format=yuv420p,${tags}`;
}

/** Frames scroll quickly, so that the two fields of a frame differ. The filter halves their rate. */
function interlaceFilters({ interlaced }: VideoRecipe): string[] {
  if (!interlaced) return [];
  return ['scroll=h=0.02', `tinterlace=mode=interleave_${interlaced.first}`, `setfield=${fieldsOf(interlaced)}`];
}

const fieldsOf = ({ first, isMarked }: NonNullable<VideoRecipe['interlaced']>) => (isMarked ? (first === 'top' ? 'tff' : 'bff') : 'prog');

/** Scales down from twice the size, because the filter moves by whole pixels. */
function zoomFilter({ zoom, frames, framesPerSecond = 25, width, height }: VideoRecipe): string[] {
  if (zoom === undefined) return [];
  const nearer = `z=1+${zoom - 1}*on/${frames}:x=(iw-iw/zoom)/2:y=(ih-ih/zoom)/2`;
  return [`zoompan=${nearer}:d=1:s=${width / 2}x${height / 2}:fps=${framesPerSecond}`];
}

type Parts = { decoder: Decoder; filter: FilterAPI };

const CODECS = { h264: FF_ENCODER_LIBX264, hevc: FF_ENCODER_LIBX265 } as const;

/** Quality at which colours stay the same. */
const FINE = { crf: 6 };

function pictureEncoder({ codec, interlaced, colours }: VideoRecipe, parts: Parts): Promise<Encoder> {
  if (codec === 'hevc') return Encoder.create(CODECS.hevc, { ...parts, options: { ...PRESET, 'x265-params': 'log-level=none' } });
  const marks: Record<string, string> = interlaced?.isMarked
    ? { flags: '+ildct+ilme', 'x264-params': interlaced.first === 'top' ? 'tff=1' : 'bff=1' }
    : {};
  if (codec === 'h264') return Encoder.create(CODECS.h264, { ...parts, options: { ...PRESET, ...marks, ...(colours && FINE) } });
  return Encoder.create(codec as FFVideoEncoder, { ...parts, bitrate: '1M' });
}

async function openStream(input: Demuxer, stream: Stream | undefined, filters: string, create: (parts: Parts) => Promise<Encoder>) {
  if (!stream) throw new Error('The raw input has no stream');
  const decoder = await Decoder.create(stream);
  const filter = FilterAPI.create(filters);
  const encoder = await create({ decoder, filter });
  return async (out: Muxer) => {
    const index = out.addStream(encoder);
    for await (const packet of encoder.packets(filter.frames(decoder.frames(input.packets(stream.index))))) {
      await out.writePacket(packet, index);
      packet?.free();
    }
    await input.close();
    for (const part of [decoder, filter, encoder]) part.close();
  };
}

function sine(seconds: number): Buffer {
  const samples = Buffer.alloc(Math.round(seconds * SAMPLE_RATE) * 2);
  for (let at = 0; at < samples.length / 2; at++) samples.writeInt16LE(Math.round(Math.sin(at / 17) * 8000), at * 2);
  return samples;
}

/** Sets the matrix of the video track's header to a clockwise quarter turn, with an offset that keeps the picture visible. */
function rotate(bytes: Buffer, { height }: VideoRecipe): Buffer {
  const rotated = Buffer.from(bytes);
  // The matrix is 40 bytes after the version of a 32-bit track header. The first track is the video.
  const at = rotated.indexOf('tkhd') + 4 + 40;
  [0, 0x10000, 0, -0x10000, 0, 0, height * 0x10000, 0, 0x40000000].forEach((value, index) => rotated.writeInt32BE(value, at + index * 4));
  return rotated;
}
