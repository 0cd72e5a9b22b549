import { randomInt } from 'node:crypto';

const RATE = 8000;
const HEADER_BYTES = 44;
/** Sounds fade in and out within this time, so that they do not click. */
const FADE_S = 0.02;
const PEAK = 110;

/** The gong starts a group. Beeps are counted. Hisses and buzzes are distractors: as loud and as long as beeps, before, between and after them. */
export type SoundKind = 'gong' | 'beep' | 'hiss' | 'buzz';

export interface Sound {
  kind: SoundKind;
  startS: number;
  durationS: number;
  /** Frequency at the start and at the end of the sound, in hertz. */
  pitch: [number, number];
  loudness: number;
}

const between = (low: number, high: number): number => low + (randomInt(1_000_001) / 1_000_000) * (high - low);
const isChosen = (share: number): boolean => between(0, 1) < share;

const MIN_DISTRACTORS = 1;
const MAX_DISTRACTORS = 4;

/** Places the sounds of all groups on a timeline. Lengths, gaps, pitches and loudness vary, so that loud stretches cannot be counted instead. */
export function composeSounds(groups: readonly number[]): Sound[] {
  const sounds: Sound[] = [];
  let at = between(0.3, 0.8);
  const add = (kind: SoundKind, durationS: number, pitch: [number, number]) => {
    sounds.push({ kind, startS: at, durationS, pitch, loudness: between(0.55, 1) });
    at += durationS;
  };
  for (const count of groups) {
    const gong = between(200, 260);
    add('gong', between(0.55, 0.75), [gong, gong]);
    at += between(0.3, 0.45);
    for (const kind of shuffled(count)) {
      if (kind === 'beep') add(kind, between(0.1, 0.22), [between(650, 1300), between(650, 1300)]);
      else add(kind, between(0.1, 0.3), [between(70, 110), between(70, 110)]);
      // Some hisses overlap the next sound, so that a program cannot split the sounds at gaps.
      at += kind === 'hiss' && isChosen(0.5) ? between(-0.05, 0.01) : between(0.12, 0.28);
    }
    at += between(0.35, 0.6);
  }
  return sounds;
}

/** Mixes the beeps of a group with a random number of distractors, in random order. */
function shuffled(beeps: number): SoundKind[] {
  const distractors = randomInt(MIN_DISTRACTORS, MAX_DISTRACTORS + 1);
  const kinds = [
    ...Array<SoundKind>(beeps).fill('beep'),
    ...Array.from({ length: distractors }, (): SoundKind => (isChosen(0.6) ? 'hiss' : 'buzz')),
  ];
  for (let last = kinds.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    [kinds[last], kinds[other]] = [kinds[other] ?? 'hiss', kinds[last] ?? 'hiss'];
  }
  return kinds;
}

/** Returns the groups as an 8-bit WAV file, over background noise that swells and fades. */
export function synthesizeCaptchaSound(groups: readonly number[]): Buffer {
  const sounds = composeSounds(groups);
  const last = sounds.at(-1);
  const samples = new Float64Array(Math.ceil(((last?.startS ?? 0) + (last?.durationS ?? 0) + 0.6) * RATE));
  const swellHz = between(0.15, 0.4);
  for (let at = 0; at < samples.length; at++) samples[at] = noise() * (0.1 + 0.08 * Math.sin((2 * Math.PI * swellHz * at) / RATE));
  for (const sound of sounds) mixIn(samples, sound);
  // Unsigned 8 bits: 128 is silence.
  const bytes = Buffer.from(samples.map((wave) => 128 + Math.round(Math.max(-1, Math.min(1, wave)) * PEAK)));
  return Buffer.concat([wavHeader(bytes.length), bytes]);
}

/** Returns a noise sample. Does not need secure randomness, and `randomInt` would take a second per file. */
const noise = () => Math.random() * 2 - 1;

function mixIn(samples: Float64Array, { kind, startS, durationS, pitch: [from, to], loudness }: Sound): void {
  const [start, length] = [Math.max(0, Math.round(startS * RATE)), Math.round(durationS * RATE)];
  let phase = 0;
  for (let at = 0; at < length && start + at < samples.length; at++) {
    phase += (from + ((to - from) * at) / length) / RATE;
    const fade = Math.min(1, at / (FADE_S * RATE), (length - at) / (FADE_S * RATE));
    samples[start + at] = (samples[start + at] ?? 0) + fade * loudness * waveOf(kind, phase);
  }
}

function waveOf(kind: SoundKind, phase: number): number {
  if (kind === 'hiss') return noise() * 0.9;
  if (kind === 'buzz') return (phase % 1) * 1.4 - 0.7;
  return Math.sin(2 * Math.PI * phase) * 0.8;
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
