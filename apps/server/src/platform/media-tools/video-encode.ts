import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Decoder, type Demuxer, Encoder, FilterAPI, Muxer } from 'node-av/api';
import { AV_NOPTS_VALUE, AVCOL_PRI_BT709, AVCOL_SPC_BT709, AVCOL_TRC_BT709, FF_ENCODER_AAC, FF_ENCODER_LIBX264 } from 'node-av/constants';
import type { Packet, Stream } from 'node-av/lib';
import { needsColourTag } from './video-colours.ts';
import { isTrimmed, resolveFieldOrder } from './video-examine.ts';
import {
  AUDIO_BITRATE,
  AUDIO_FILTER,
  buildRenditionFilters,
  GOP_FRAMES,
  getEncoderOptions,
  HLS_SEGMENT_S,
  isUniversallyPlayable,
} from './video-plan.ts';
import { type OpenVideo, openVideo } from './video-probe.ts';
import { assertComplete, assertPlausibleTimestamps, getHoldMs } from './video-times.ts';
import type { HlsArgs, Mp4, Mp4Args, VideoProbe } from './video-tool-types.ts';

type Report = (percent: number) => void;

/** Creates an MP4 that plays everywhere. Compatible streams are copied, all others are encoded. */
export async function createMp4(args: Mp4Args, report: Report): Promise<Mp4> {
  const opened = await openVideo(args);
  try {
    const probe = { ...opened.probe, fieldOrder: await resolveFieldOrder(args, opened.probe) };
    const isTranscoded = !isUniversallyPlayable(probe, args.quality) || (await isTrimmed(args, probe));
    const meter = createProgressMeter(probe, await sizeOf(args.source), report);
    if (isTranscoded) await encode({ ...opened, probe }, args, meter);
    else await copy({ ...opened, probe }, args.target, meter);
    const made = await probeMp4(args.target);
    assertComplete(probe, made);
    assertPlausibleTimestamps(meter.frames(), made.pictureMs);
    const holdMs = getHoldMs(probe, made);
    if (holdMs !== 0) await holdLastPicture(args.target, holdMs);
    const { width, height, durationMs } = holdMs === 0 ? made : await probeMp4(args.target);
    return { width, height, durationMs: Math.max(1, durationMs), isTranscoded };
  } finally {
    await opened.input.close();
  }
}

async function probeMp4(source: string): Promise<VideoProbe> {
  const { input, probe } = await openVideo({ source, format: 'mov' });
  await input.close();
  return probe;
}

/** Shows the last picture of an MP4 of ours for longer, without encoding. */
async function holdLastPicture(target: string, holdMs: number): Promise<void> {
  const { input, video, audio } = await openVideo({ source: target, format: 'mov' });
  const extended = `${target}.extended`;
  try {
    const out = await openMp4(extended);
    const last = await findLastPacket(target);
    const holdTicks = BigInt(Math.round((holdMs * video.timeBase.den) / (1000 * video.timeBase.num)));
    await copyPackets(input, out, [video, audio], (packet, stream) => {
      if (stream.index === video.index && packet.dts === last) packet.duration += holdTicks;
    });
    await out.close();
    await rename(extended, target);
  } finally {
    await input.close();
    await rm(extended, { force: true });
  }
}

/** Returns the decoding time of the last video packet, in the stream's time base. */
async function findLastPacket(source: string): Promise<bigint> {
  const { input, video } = await openVideo({ source, format: 'mov' });
  let last = 0n;
  try {
    for await (const packet of input.packets(video.index)) {
      if (!packet) break;
      last = packet.dts;
      packet.free();
    }
    return last;
  } finally {
    await input.close();
  }
}

const openMp4 = (target: string): Promise<Muxer> => Muxer.open(target, { format: 'mp4', options: { movflags: '+faststart' } });

const sizeOf = async (file: string): Promise<number> => (await stat(file)).size;

/** Measures the packets written to the file. Progress is measured by time, or by the bytes read when the file does not state its duration. */
function createProgressMeter({ pictureMs, durationMs }: VideoProbe, sizeBytes: number, report: Report) {
  const expectedMs = pictureMs || durationMs;
  let lastMs = 0;
  let readBytes = 0;
  let frames = 0;
  let reported = -1;
  const reportProgress = () => {
    const done = expectedMs > 0 ? lastMs / expectedMs : readBytes / Math.max(1, sizeBytes);
    const percent = Math.max(reported, Math.min(99, Math.floor(done * 100)));
    if (percent !== reported) report(percent);
    reported = percent;
  };
  return {
    read(packet: Packet) {
      readBytes += packet.size;
    },
    countPacket(packet: Packet, timeBase: { num: number; den: number }) {
      const ticks = Number(packet.pts) + Number(packet.duration);
      lastMs = Math.max(lastMs, (ticks * 1000 * timeBase.num) / timeBase.den);
      frames++;
      reportProgress();
    },
    frames: () => frames,
  };
}
type ProgressMeter = ReturnType<typeof createProgressMeter>;

async function encode({ input, video, audio, probe }: OpenVideo, { target, quality }: Mp4Args, meter: ProgressMeter): Promise<void> {
  const out = await openMp4(target);
  // Timestamps may begin at any time. Picture and sound are moved by the same time, so that they stay together.
  const fromStart = `PTS-${probe.startMs / 1000}/TB`;
  const options = getEncoderOptions(probe, quality);
  const picture = await openStreamPipeline(
    input,
    video,
    `setpts=${fromStart},${buildRenditionFilters(probe, quality)}`,
    (decoder, filter) => Encoder.create(FF_ENCODER_LIBX264, { decoder, filter, gopSize: GOP_FRAMES, options }),
  );
  // Audio that cannot be decoded does not fail the video.
  const sound = audio
    ? await openStreamPipeline(input, audio, `asetpts=${fromStart},${AUDIO_FILTER}`, (decoder, filter) =>
        Encoder.create(FF_ENCODER_AAC, { decoder, filter, bitrate: AUDIO_BITRATE }),
      ).catch(() => undefined)
    : undefined;
  try {
    await Promise.all([picture.run(out, meter), sound?.run(out)]);
    await out.close();
  } finally {
    picture.close();
    sound?.close();
  }
}

/** Opens the pipeline of one stream: decoder, filter, encoder. */
async function openStreamPipeline(
  input: Demuxer,
  stream: Stream,
  filters: string,
  createEncoder: (decoder: Decoder, filter: FilterAPI) => Promise<Encoder>,
) {
  // Tolerate damaged frames. Whether the end is missing is checked after encoding.
  const decoder = await Decoder.create(stream, { exitOnError: false });
  const filter = FilterAPI.create(filters);
  const encoder = await createEncoder(decoder, filter);
  return {
    async run(out: Muxer, meter?: ProgressMeter) {
      // Without the input stream the muxer copies neither its rotation, which is applied already, nor its metadata.
      const index = out.addStream(encoder);
      for await (const packet of encoder.packets(filter.frames(decoder.frames(countPackets(input.packets(stream.index), meter))))) {
        if (packet) meter?.countPacket(packet, encoder.getCodecContext()?.timeBase ?? stream.timeBase);
        await out.writePacket(packet, index);
        packet?.free();
      }
    },
    close() {
      encoder.close();
      filter.close();
      decoder.close();
    },
  };
}

/** Passes packets to a decoder and counts them. */
async function* countPackets(packets: AsyncIterable<Packet | null>, meter: ProgressMeter | undefined): AsyncGenerator<Packet | null> {
  for await (const packet of packets) {
    if (packet) meter?.read(packet);
    yield packet;
  }
}

async function copy({ input, video, audio, probe }: OpenVideo, target: string, meter: ProgressMeter): Promise<void> {
  const out = await openMp4(target);
  if (needsColourTag(probe)) tagAsHd(video);
  await copyPackets(input, out, [video, audio], (packet, stream) => {
    moveToStart(packet, stream, probe.startMs);
    if (stream.index !== video.index) return;
    meter.read(packet);
    meter.countPacket(packet, stream.timeBase);
  });
  await out.close();
}

/** States the colours of a copied stream in its container. */
function tagAsHd({ codecpar }: Stream): void {
  codecpar.colorPrimaries = AVCOL_PRI_BT709;
  codecpar.colorTrc = AVCOL_TRC_BT709;
  codecpar.colorSpace = AVCOL_SPC_BT709;
}

function moveToStart(packet: Packet, { timeBase }: Stream, startMs: number): void {
  const startTicks = BigInt(Math.round((startMs * timeBase.den) / (1000 * timeBase.num)));
  if (packet.pts !== AV_NOPTS_VALUE) packet.pts -= startTicks;
  if (packet.dts !== AV_NOPTS_VALUE) packet.dts -= startTicks;
}

/** Copies packets of these streams between containers without encoding. */
export async function copyPackets(
  input: Demuxer,
  out: Muxer,
  streams: (Stream | undefined)[],
  onPacket: (packet: Packet, stream: Stream) => void,
): Promise<void> {
  const lanes = streams.filter((stream) => stream !== undefined).map((stream) => ({ stream, index: out.addStream(stream) }));
  for await (const packet of input.packets()) {
    if (!packet) break;
    const lane = lanes.find(({ stream }) => stream.index === packet.streamIndex);
    if (lane) {
      onPacket(packet, lane.stream);
      await out.writePacket(packet, lane.index);
    }
    packet.free();
  }
}

/** Splits one of our MP4 files into HLS without encoding: main.m3u8, init.mp4, seg_0.m4s and so on. */
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
