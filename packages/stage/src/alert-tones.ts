import type { EmergencySound } from '@vitrine/contract/emergency';

export type AlertTone = Exclude<EmergencySound, 'none'>;

/** Part of a tone: a frequency, or a sweep to another one. */
interface ToneStep {
  /** Seconds after the start of the tone. */
  at: number;
  seconds: number;
  hertz: number;
  toHertz?: number;
  /** Fades like a bell. */
  fades?: true;
}

interface TonePattern {
  steps: readonly ToneStep[];
  /** Seconds after which it is repeated, with a pause at the end. */
  every: number;
  wave: OscillatorType;
}

const repeat = (count: number, every: number, steps: readonly ToneStep[]): ToneStep[] =>
  Array.from({ length: count }, (_, round) => round * every).flatMap((start) => steps.map((step) => ({ ...step, at: start + step.at })));

const PATTERNS: Readonly<Record<AlertTone, TonePattern>> = {
  attention: {
    steps: repeat(3, 1, [
      { at: 0, seconds: 0.5, hertz: 960 },
      { at: 0.5, seconds: 0.5, hertz: 770 },
    ]),
    every: 5,
    wave: 'triangle',
  },
  // Three pulses and a pause, as in ISO 8201. Low tones wake people better than high ones.
  evacuation: { steps: repeat(3, 1, [{ at: 0, seconds: 0.5, hertz: 520 }]), every: 4, wave: 'square' },
  siren: { steps: [{ at: 0, seconds: 3, hertz: 500, toHertz: 1200 }], every: 4, wave: 'sawtooth' },
  chime: {
    steps: [
      { at: 0, seconds: 1.6, hertz: 880, fades: true },
      { at: 0.7, seconds: 2.2, hertz: 659, fades: true },
    ],
    every: 6,
    wave: 'sine',
  },
};

/** Square and sawtooth waves sound louder than others of the same amplitude. */
const LEVELS: Partial<Record<OscillatorType, number>> = { square: 0.45, sawtooth: 0.5, triangle: 0.9, sine: 1 };
/** Steps begin and end with a ramp, because a jump would click. */
const RAMP_SECONDS = 0.015;
const LEAD_SECONDS = 0.05;

export interface PlayingTone {
  stop(): void;
}

/** Plays a tone again and again until it is stopped. The context must be running. */
export function startTone(context: AudioContext, tone: AlertTone): PlayingTone {
  const { steps, every, wave } = PATTERNS[tone];
  const output = context.createGain();
  output.connect(context.destination);
  const playing = new Set<OscillatorNode>();

  const playStep = ({ at, seconds, hertz, toHertz, fades }: ToneStep): void => {
    const start = context.currentTime + LEAD_SECONDS + at;
    const end = start + seconds;
    const level = LEVELS[wave] ?? 1;
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    oscillator.type = wave;
    oscillator.frequency.setValueAtTime(hertz, start);
    if (toHertz !== undefined) oscillator.frequency.linearRampToValueAtTime(toHertz, end);
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(level, start + RAMP_SECONDS);
    if (!fades) gain.gain.setValueAtTime(level, end - RAMP_SECONDS);
    gain.gain.linearRampToValueAtTime(0, end);
    oscillator.connect(gain);
    gain.connect(output);
    oscillator.onended = () => {
      playing.delete(oscillator);
      gain.disconnect();
    };
    playing.add(oscillator);
    oscillator.start(start);
    oscillator.stop(end);
  };

  const playOnce = (): void => steps.forEach(playStep);
  playOnce();
  const timer = setInterval(playOnce, every * 1000);
  return {
    stop() {
      clearInterval(timer);
      for (const oscillator of playing) oscillator.stop();
      playing.clear();
      output.disconnect();
    },
  };
}
