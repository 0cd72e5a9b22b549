/**
 * Writes the home-screen icons of /screen (`apps/screen/public/icons`) from the web app's favicon, and the silent black videos that keep a
 * display on (`apps/screen/src/awake`). Run it with node after changing the favicon.
 */
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { BitStreamFilterAPI, Decoder, Demuxer, Encoder, FilterAPI, Muxer } from 'node-av/api';
import { FF_ENCODER_AAC, FF_ENCODER_LIBOPUS, FF_ENCODER_LIBVPX_VP8, FF_ENCODER_LIBX264 } from 'node-av/constants';
import sharp from 'sharp';

const ROOT = path.resolve(import.meta.dirname, '..');
const ICONS = path.join(ROOT, 'apps/screen/public/icons');
const AWAKE = path.join(ROOT, 'apps/screen/src/awake');

/** Width and height in pixels: one macroblock, which all decoders accept. The page stretches the video. */
const SIDE = 16;
/** Chromium shows controls for media with sound of more than five seconds. */
const SECONDS = 5;
const SAMPLE_RATE = 8000;
const YUV_BLACK = { luma: 16, chroma: 128 };

const FORMATS = {
  mp4: {
    muxer: { movflags: '+faststart', fflags: '+bitexact' },
    video: { codec: FF_ENCODER_LIBX264, options: { preset: 'veryslow', crf: 51, 'x264-params': 'bframes=0:cabac=0' } },
    audio: { codec: FF_ENCODER_AAC, options: {}, samples: 'sample_fmts=fltp' },
  },
  webm: {
    muxer: { fflags: '+bitexact' },
    video: { codec: FF_ENCODER_LIBVPX_VP8, options: { crf: 63 } },
    audio: { codec: FF_ENCODER_LIBOPUS, options: { frame_duration: 60, application: 'lowdelay' }, samples: 'sample_fmts=flt' },
  },
} as const;

await mkdir(ICONS, { recursive: true });
await mkdir(AWAKE, { recursive: true });
await drawIcons();
for (const name of ['mp4', 'webm'] as const) await writeSilentVideo(name);

async function drawIcons(): Promise<void> {
  const favicon = await readFile(path.join(ROOT, 'apps/web/public/favicon.svg'), 'utf8');
  // Systems that mask icons need an icon without transparent corners.
  const square = favicon.replace('rx="8" ', '');
  const draw = (svg: string, size: number, name = `${size}.png`) =>
    sharp(Buffer.from(svg), { density: (72 * size) / 32 })
      .resize(size, size)
      .png({ palette: true, colours: 64, compressionLevel: 9, effort: 10 })
      .toFile(path.join(ICONS, name));
  await draw(square, 180);
  await draw(favicon, 192);
  await draw(favicon, 512);
  await draw(square, 512, 'maskable-512.png');
}

/** Writes a video of black frames with a silent soundtrack. Without a soundtrack, Firefox and Safari let the display turn off. */
async function writeSilentVideo(name: keyof typeof FORMATS): Promise<void> {
  const format = FORMATS[name];
  const frames = await Demuxer.open(blackFrames(), {
    format: 'rawvideo',
    options: { video_size: `${SIDE}x${SIDE}`, pixel_format: 'yuv420p', framerate: '1' },
  });
  const sound = await Demuxer.open(Buffer.alloc(SECONDS * SAMPLE_RATE * 2), {
    format: 's16le',
    options: { sample_rate: String(SAMPLE_RATE), ch_layout: 'mono' },
  });
  const output = await Muxer.open(path.join(AWAKE, `silent.${name}`), { options: format.muxer });
  const tracks = [];
  for (const [input, { codec, options }, filter] of [
    [frames, format.video, 'format=yuv420p'],
    [sound, format.audio, `aformat=${format.audio.samples}`],
  ] as const) {
    const stream = input.streams[0];
    if (!stream) throw new Error(`the ${name} has no input`);
    const decoder = await Decoder.create(stream);
    const graph = FilterAPI.create(filter);
    const context = { bitRate: 8000, gopSize: 1000 };
    const encoder = await Encoder.create(codec, { decoder, filter: graph, context, options });
    tracks.push({ input, stream, decoder, graph, encoder, index: output.addStream(encoder, { inputStream: stream }) });
  }
  for (const { input, stream, decoder, graph, encoder, index } of tracks) {
    const packets = encoder.packets(graph.frames(decoder.frames(input.packets(stream.index))));
    for await (const packet of index === 0 && name === 'mp4' ? withoutSettings(encoder).packets(packets) : packets) {
      await output.writePacket(packet, index);
      packet?.free();
    }
  }
  await output.close();
  for (const { input, decoder, encoder } of tracks) {
    await input.close();
    decoder.close();
    encoder.close();
  }
}

/** x264 writes its settings into the first frame, which would be a third of the file. */
function withoutSettings(encoder: Encoder): BitStreamFilterAPI {
  return BitStreamFilterAPI.create('filter_units', encoder, { options: { remove_types: '6' } });
}

function blackFrames(): Buffer {
  const luma = Buffer.alloc(SIDE * SIDE, YUV_BLACK.luma);
  const chroma = Buffer.alloc((SIDE * SIDE) / 2, YUV_BLACK.chroma);
  return Buffer.concat(Array.from({ length: SECONDS }, () => Buffer.concat([luma, chroma])));
}
