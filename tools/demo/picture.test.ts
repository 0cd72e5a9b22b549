import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawFilm, photosOf } from './albums.ts';
import { ALBUMS, type AlbumPlan } from './household.ts';
import { drawPhoto, drawSvg, type SceneName } from './picture.ts';

const SCENES: readonly SceneName[] = ['lake', 'sea', 'mountains', 'winter', 'garden', 'party', 'meal', 'stillLife'];
const TAKEN = new Date('2026-08-02T18:30:00Z');
const recipe = (scene: SceneName, seed = '1') => ({ scene, seed, width: 384, height: 256 });

describe.each(SCENES)('a picture of %s', (scene) => {
  it('is the same for the same seed, and another for another', async () => {
    const first = await drawPhoto(recipe(scene), TAKEN);
    expect(first.equals(await drawPhoto(recipe(scene), TAKEN))).toBe(true);
    expect(drawSvg(recipe(scene))).not.toBe(drawSvg(recipe(scene, '2')));
  });

  it('is a JPEG of its size that is no single colour', async () => {
    const photo = sharp(await drawPhoto(recipe(scene), TAKEN));
    expect(await photo.metadata()).toMatchObject({ format: 'jpeg', width: 384, height: 256 });
    const { channels } = await photo.stats();
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(12);
  });

  it('contains no NaN', () => {
    expect(drawSvg(recipe(scene))).not.toMatch(/NaN|undefined|Infinity/);
  });
});

it('a photo says when it was taken', async () => {
  const { exif } = await sharp(await drawPhoto(recipe('lake'), TAKEN)).metadata();
  expect(exif?.toString('latin1')).toContain('2026:08:02 18:30:00');
});

it('the photos of an album are the same every time, upright and lying', () => {
  const photos = Object.values<AlbumPlan>(ALBUMS).flatMap((plan) => photosOf(plan, TAKEN.getTime()));
  expect(photos).toEqual(Object.values<AlbumPlan>(ALBUMS).flatMap((plan) => photosOf(plan, TAKEN.getTime())));
  expect(new Set(photos.map(({ recipe: { width, height } }) => width > height))).toEqual(new Set([true, false]));
  const ages = photos.map(({ takenAt }) => (TAKEN.getTime() - takenAt.getTime()) / 86_400_000);
  expect(Math.min(...ages)).toBeGreaterThan(0);
  expect(Math.max(...ages)).toBeLessThan(731);
});

it('a film is an MP4', async () => {
  const film = await drawFilm('sea', { width: 256, height: 144, seconds: 1, framesPerSecond: 10 });
  expect(film.subarray(4, 8).toString('latin1')).toBe('ftyp');
});
