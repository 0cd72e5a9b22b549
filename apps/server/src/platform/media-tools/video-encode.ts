import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Decoder, type Demuxer, Encoder, FilterAPI, Muxer } from 'node-av/api';
import { FF_ENCODER_AAC, FF_ENCODER_LIBX264 } from 'node-av/constants';
import type { Packet, Stream } from 'node-av/lib';
import {
  AUDIO_BITRATE,
  AUDIO_FILTER,
  assertComplete,
  assertPlausibleTimestamps,
  buildRenditionFilters,
  GOP_FRAMES,
  getRenditionSize,
  HLS_SEGMENT_S,
  isUniversallyPlayable,
  VIDEO_ENCODER,
} from './video-plan.ts';
import { type OpenVideo, openVideo } from './video-probe.ts';
import type { HlsArgs, Mp4, Mp4Args } from './video-tool-types.ts';

type Report = (percent: number) => void;

/** Creates an MP4 that plays everywhere. Compatible streams are copied, all others are encoded. */
export async function createMp4(args: Mp4Args, report: Report): Promise<Mp4> {
  const opened = await openVideo(args);
  try {
    const isTranscoded = !isUniversallyPlayable(opened.probe);
    const meter = createProgressMeter(opened.probe.durationMs, await sizeOf(args.source), report);
    await (isTranscoded ? encode : copy)(opened, args.target, meter);
    const lastMs = meter.lastMs();
    assertComplete(opened.probe.durationMs, lastMs);
    assertPlausibleTimestamps(meter.frames(), lastMs);
    const { width, height } = isTranscoded ? getRenditionSize(opened.probe) : opened.probe;
    return { width, height, durationMs: Math.max(lastMs, 1), isTranscoded };
  } finally {
    await opened.input.close();
  }
}

const sizeOf = async (file: string): Promise<number> => (await stat(file)).size;

/**
 * Measures the packets written to the file: progress, number of frames, and the end of the last one. Progress is measured by time, or by the bytes read
 * when the file does not state its duration.
 */
function createProgressMeter(durationMs: number, sizeBytes: number, report: Report) {
  let lastMs = 0;
  let readBytes = 0;
  let frames = 0;
  let reported = -1;
  const reportProgress = () => {
    const done = durationMs > 0 ? lastMs / durationMs : readBytes / Math.max(1, sizeBytes);
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
      lastMs = Math.max(lastMs, Math.round((ticks * 1000 * timeBase.num) / timeBase.den));
      frames++;
      reportProgress();
    },
    lastMs: () => lastMs,
    frames: () => frames,
  };
}
type ProgressMeter = ReturnType<typeof createProgressMeter>;

async function encode({ input, video, audio, probe }: OpenVideo, target: string, meter: ProgressMeter): Promise<void> {
  const out = await Muxer.open(target, { format: 'mp4', options: { movflags: '+faststart' } });
  const picture = await openStreamPipeline(input, video, buildRenditionFilters(probe), (decoder, filter) =>
    Encoder.create(FF_ENCODER_LIBX264, { decoder, filter, gopSize: GOP_FRAMES, options: { ...VIDEO_ENCODER } }),
  );
  // Audio that cannot be decoded does not fail the video.
  const sound = audio
    ? await openStreamPipeline(input, audio, AUDIO_FILTER, (decoder, filter) =>
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

async function copy({ input, video, audio }: OpenVideo, target: string, meter: ProgressMeter): Promise<void> {
  const out = await Muxer.open(target, { format: 'mp4', options: { movflags: '+faststart' } });
  await copyPackets(input, out, [video, audio], (packet, stream) => {
    if (stream.index !== video.index) return;
    meter.read(packet);
    meter.countPacket(packet, stream.timeBase);
  });
  await out.close();
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
