import { describe, expect, it } from 'vitest';
import type { VideoFormat } from './sniff.ts';
import { assertComplete, assertPlausibleTimestamps, getHoldMs, getStillAtMs, measureTimes, type StreamTimes } from './video-times.ts';

type Stream = [startS: number, durationS?: number, tag?: string];
const toTimes = ([startS, durationS, tag]: Stream): StreamTimes => ({ startS, durationS, tag });
const measure = (format: VideoFormat, durationS: number | undefined, video: Stream, audio?: Stream) =>
  measureTimes({ format, startS: video[0], durationS, video: toTimes(video), audio: audio && toTimes(audio) });

describe('measureTimes', () => {
  it.each<[string, VideoFormat, number | undefined, Stream, Stream | undefined, object]>([
    ['an ordinary MP4', 'mov', 10, [0, 10], [0, 10], { durationMs: 10_000, pictureMs: 10_000, soundEndMs: 10_000 }],
    ['a picture that ends before its sound', 'mov', 20, [0, 0.4], [0, 20], { durationMs: 20_000, pictureMs: 400, soundEndMs: 20_000 }],
    ['a picture that starts after its sound', 'mov', 10, [2, 8], [0, 9], { durationMs: 10_000, pictureMs: 8000, pictureStartMs: 2000 }],
    ['three frames in 300 s', 'mov', 300.04, [0, 300.04], undefined, { durationMs: 300_040, pictureMs: 300_040, soundEndMs: 0 }],
    ['an end time in place of the duration', 'matroska', 3603, [3600], undefined, { durationMs: 3000, pictureMs: 0, startMs: 3_600_000 }],
    ['an end time in the tag', 'matroska', 3603, [3600, undefined, '01:00:03.000000000'], undefined, { durationMs: 3000, pictureMs: 3000 }],
    ['a duration shorter than the start', 'matroska', 3, [3600], undefined, { durationMs: 3000 }],
    ['a recording without a duration', 'matroska', undefined, [0], [0], { durationMs: 0, pictureMs: 0, isDurationStated: true }],
    ['a broadcast that starts later than it lasts', 'mpegts', 2, [1.48, 2], undefined, { durationMs: 2000, isDurationStated: false }],
    ['a file with one duration for all streams', 'asf', 5, [0], [0], { durationMs: 5000, pictureMs: 0 }],
  ])('measures %s', (_name, format, durationS, video, audio, expected) => {
    expect(measure(format, durationS, video, audio)).toMatchObject(expected);
  });
});

describe('assertComplete', () => {
  const source = measure('mov', 20, [0, 10], [0, 20]);

  it('compares the picture with the picture, however long the sound is', () => {
    expect(() => assertComplete(source, measure('mov', 20, [0, 9.9], [0, 20]))).not.toThrow();
    expect(() => assertComplete(source, measure('mov', 20, [0, 5], [0, 20]))).toThrow('It should last 10 s but ends after 5 s.');
  });

  it('compares whole files when the length of the picture is unknown', () => {
    const unknown = measure('matroska', 20, [0], [0]);
    expect(() => assertComplete(unknown, measure('mov', 20, [0, 1], [0, 20]))).not.toThrow();
    expect(() => assertComplete(unknown, measure('mov', 10, [0, 1], [0, 10]))).toThrow(/incomplete/);
  });

  it('does not trust the estimated duration of an MPEG stream', () => {
    expect(() => assertComplete(measure('mpeg', 90, [0, 90]), measure('mov', 5, [0, 5]))).not.toThrow();
  });

  it('rejects a video without a picture', () => {
    expect(() => assertComplete(source, measure('mov', 20, [0, 0], [0, 20]))).toThrow(/can’t be decoded/);
  });
});

describe('assertPlausibleTimestamps', () => {
  it('accepts three frames in five minutes and rejects twenty frames in ten hours', () => {
    expect(() => assertPlausibleTimestamps(3, 300_040)).not.toThrow();
    expect(() => assertPlausibleTimestamps(20, 36_000_000)).toThrow('This video has missing frames (20 frames in 36000 s).');
  });
});

describe('getHoldMs', () => {
  const source = measure('mov', 300, [0, 300]);

  it.each([
    ['0 when picture and sound end together', measure('mov', 10, [0, 10]), measure('mov', 10, [0, 10], [0, 10.1]), 0],
    ['the rest of the sound', measure('mov', 20, [0, 0.4], [0, 20]), measure('mov', 20, [0, 0.4], [0, 20]), 19_600],
    ['a negative time when the last picture is too long', source, measure('mov', 450, [0, 450]), -150_000],
    ['0 when the length of the source is unknown', measure('asf', 300, [0]), measure('mov', 450, [0, 450]), 0],
  ])('returns %s', (_name, original, made, expected) => {
    expect(getHoldMs(original, made)).toBe(expected);
  });
});

describe('getStillAtMs', () => {
  it('returns one second, or a tenth of a short video', () => {
    expect([getStillAtMs(measure('mov', 60, [0, 60])), getStillAtMs(measure('mov', 4, [0, 4]))]).toEqual([1000, 400]);
  });
});
