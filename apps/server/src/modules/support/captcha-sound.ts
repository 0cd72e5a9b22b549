import { randomInt } from 'node:crypto';

const RATE = 8000;
const HEADER_BYTES = 44;
const TONE_S = 0.16;
const GAP_S = 0.14;
/** Long enough to be told from the gaps, and to count in. */
const PAUSE_S = 0.9;
/** Tones fade in and out within so long, so that they do not click. */
const FADE_S = 0.02;
const LOUDNESS = 80;
const NOISE = 9;

/** Groups of short tones with pauses between, each group of a pitch of its own, over noise: a WAV file of 8 bits. */
export function synthesise(groups: number[]): Buffer {
  const parts = groups.flatMap((count) => {
    const pitch = randomInt(420, 900);
    const tones = Array.from({ length: count }, () => [tone(pitch), silence(GAP_S)]).flat();
    return [...tones, silence(PAUSE_S)];
  });
  const samples = Buffer.concat([silence(PAUSE_S), ...parts]);
  return Buffer.concat([wavHeader(samples.length), samples]);
}

/** Unsigned 8 bits: 128 is silence. */
const sample = (wave: number) => 128 + Math.round(wave * LOUDNESS) + randomInt(-NOISE, NOISE + 1);

const silence = (seconds: number): Buffer => Buffer.from(Array.from({ length: Math.round(seconds * RATE) }, () => sample(0)));

function tone(pitch: number): Buffer {
  const length = Math.round(TONE_S * RATE);
  return Buffer.from(
    Array.from({ length }, (_, at) => {
      const fade = Math.min(1, at / (FADE_S * RATE), (length - at) / (FADE_S * RATE));
      return sample(fade * Math.sin((2 * Math.PI * pitch * at) / RATE));
    }),
  );
}

/** RIFF, PCM, one channel. */
function wavHeader(bytes: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0);
  header.writeUInt32LE(HEADER_BYTES - 8 + bytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(bytes, 40);
  return header;
}
