import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Decoder, Demuxer, Encoder, FilterAPI, Muxer } from 'node-av/api';
import { AV_LOG_ERROR, FF_ENCODER_AAC, FF_ENCODER_LIBX264, FF_ENCODER_LIBX265 } from 'node-av/constants';
import { Log, type Stream } from 'node-av/lib';

export interface VideoRecipe {
  width: number;
  height: number;
  frames: number;
  codec: 'h264' | 'hevc';
  container: 'mp4' | 'mov' | 'matroska';
  framesPerSecond?: number;
  /** Adds a tone. */
  hasSound?: boolean;
  /** 10 bits and the transfer of HDR10. */
  isHdr?: boolean;
  /** Stored so that a player has to turn it clockwise by 90 degrees, as a phone held upright records. */
  isTurned?: boolean;
  /** Places the index at the front. */
  isFastStart?: boolean;
  /** Seconds that the times of the second half are too late by. */
  gapS?: number;
  /** Scrolling and noisy, so that an encoder has work to do. */
  isMoving?: boolean;
  /** How far it comes nearer until the end, as 1.2; what is seen has half the width and height of the picture. */
  zoom?: number;
}

const PRESET = { preset: 'ultrafast' } as const;
const SAMPLE_RATE = 48_000;

Log.setLevel(AV_LOG_ERROR);

/** Encodes one RGB picture as a film. */
export async function encodeVideo(rgb: Buffer, recipe: VideoRecipe): Promise<Buffer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-film-'));
  try {
    const target = path.join(folder, 'film');
    await writeSurely(rgb, recipe, target);
    const bytes = await readFile(target);
    return recipe.isTurned ? turn(bytes, recipe) : bytes;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * This FFmpeg reads beyond the parameter sets of HEVC when it puts them into MP4, and now and then takes what lies there for a layer it
 * cannot do (AVERROR_PATCHWELCOME, one try in five): nothing is wrong with the picture, and the next try finds other memory.
 */
async function writeSurely(rgb: Buffer, recipe: VideoRecipe, target: string): Promise<void> {
  for (let triesLeft = 20; ; triesLeft--) {
    try {
      return await write(rgb, recipe, target);
    } catch (error) {
      const isChance = recipe.codec === 'hevc' && error instanceof Error && error.message.includes('Not yet implemented');
      if (!isChance || triesLeft === 0) throw error;
    }
  }
}

async function write(rgb: Buffer, recipe: VideoRecipe, target: string): Promise<void> {
  const { container, frames, framesPerSecond = 25, isFastStart } = recipe;
  const out = await Muxer.open(target, { format: container, options: isFastStart ? { movflags: '+faststart' } : {} });
  const options = { video_size: `${recipe.width}x${recipe.height}`, pixel_format: 'rgb24', framerate: String(framesPerSecond) };
  const picture = await Demuxer.open(rgb, { format: 'rawvideo', options });
  const lanes = [await openLane(picture, picture.video(), pictureFilter(recipe), (parts) => pictureEncoder(recipe, parts))];
  if (recipe.hasSound) {
    const tone = await Demuxer.open(sine(frames / framesPerSecond), { format: 's16le', options: { sample_rate: SAMPLE_RATE } });
    lanes.push(
      await openLane(tone, tone.audio(), 'aformat=sample_fmts=fltp:channel_layouts=mono', (parts) => Encoder.create(FF_ENCODER_AAC, parts)),
    );
  }
  await Promise.all(lanes.map((lane) => lane(out)));
  await out.close();
}

function pictureFilter(recipe: VideoRecipe): string {
  const { frames, framesPerSecond = 25, isHdr, isMoving, gapS = 0 } = recipe;
  const gap = gapS > 0 ? `+gte(N\\,${Math.floor(frames / 2)})*${gapS}` : '';
  const repeat = `loop=loop=${frames - 1}:size=1,setpts=(N/${framesPerSecond}${gap})/TB`;
  const move = isMoving ? ['scroll=h=0.003:v=0.002', 'noise=alls=12:allf=t'] : [];
  const colours = isHdr
    ? 'format=yuv420p10le,setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc'
    : 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p';
  return [repeat, ...zoomFilter(recipe), colours, ...move].join(',');
}

/** Scaled from twice the size, because the filter moves by whole pixels. */
function zoomFilter({ zoom, frames, framesPerSecond = 25, width, height }: VideoRecipe): string[] {
  if (zoom === undefined) return [];
  const nearer = `z=1+${zoom - 1}*on/${frames}:x=(iw-iw/zoom)/2:y=(ih-ih/zoom)/2`;
  return [`zoompan=${nearer}:d=1:s=${width / 2}x${height / 2}:fps=${framesPerSecond}`];
}

type Parts = { decoder: Decoder; filter: FilterAPI };

const pictureEncoder = ({ codec }: VideoRecipe, parts: Parts): Promise<Encoder> =>
  codec === 'hevc'
    ? Encoder.create(FF_ENCODER_LIBX265, { ...parts, options: { ...PRESET, 'x265-params': 'log-level=none' } })
    : Encoder.create(FF_ENCODER_LIBX264, { ...parts, options: { ...PRESET } });

async function openLane(input: Demuxer, stream: Stream | undefined, filters: string, create: (parts: Parts) => Promise<Encoder>) {
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

/** Sets the matrix of the picture's track header: a quarter turn clockwise, moved back into sight. */
function turn(bytes: Buffer, { height }: VideoRecipe): Buffer {
  const turned = Buffer.from(bytes);
  // The matrix stands 40 bytes after the version of a 32-bit track header; the first track is the picture's.
  const at = turned.indexOf('tkhd') + 4 + 40;
  [0, 0x10000, 0, -0x10000, 0, 0, height * 0x10000, 0, 0x40000000].forEach((value, index) => turned.writeInt32BE(value, at + index * 4));
  return turned;
}
