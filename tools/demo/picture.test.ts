import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawFilm, planPhotos } from './albums.ts';
import { ALBUMS, type AlbumPlan } from './household.ts';
import { drawPhoto, drawSvg, type SceneName } from './picture.ts';

const SCENES: readonly SceneName[] = ['lake', 'sea', 'mountains', 'winter', 'garden', 'party', 'meal', 'stillLife'];
const TAKEN = new Date('2026-08-02T18:30:00Z');
const recipe = (scene: SceneName, seed = '1') => ({ scene, seed, width: 384, height: 256 });

describe.each(SCENES)('scene %s', (scene) => {
  it('renders the same picture for the same seed and a different one for another seed', async () => {
    const first = await drawPhoto(recipe(scene), TAKEN);
    expect(first.equals(await drawPhoto(recipe(scene), TAKEN))).toBe(true);
    expect(drawSvg(recipe(scene))).not.toBe(drawSvg(recipe(scene, '2')));
  });

  it('renders a JPEG of the requested size with several colors', async () => {
    const photo = sharp(await drawPhoto(recipe(scene), TAKEN));
    expect(await photo.metadata()).toMatchObject({ format: 'jpeg', width: 384, height: 256 });
    const { channels } = await photo.stats();
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(12);
  });

  it('contains no invalid numbers', () => {
    expect(drawSvg(recipe(scene))).not.toMatch(/NaN|undefined|Infinity/);
  });
});

it('writes the capture date into the photo', async () => {
  const { exif } = await sharp(await drawPhoto(recipe('lake'), TAKEN)).metadata();
  expect(exif?.toString('latin1')).toContain('2026:08:02 18:30:00');
});

it('plans the same portrait and landscape photos every time', () => {
  const photos = Object.values<AlbumPlan>(ALBUMS).flatMap((plan) => planPhotos(plan, TAKEN.getTime()));
  expect(photos).toEqual(Object.values<AlbumPlan>(ALBUMS).flatMap((plan) => planPhotos(plan, TAKEN.getTime())));
  expect(new Set(photos.map(({ recipe: { width, height } }) => width > height))).toEqual(new Set([true, false]));
  const ages = photos.map(({ takenAt }) => (TAKEN.getTime() - takenAt.getTime()) / 86_400_000);
  expect(Math.min(...ages)).toBeGreaterThan(0);
  expect(Math.max(...ages)).toBeLessThan(731);
});

it('renders a video as MP4', async () => {
  const film = await drawFilm('sea', { width: 256, height: 144, seconds: 1, framesPerSecond: 10 });
  expect(film.subarray(4, 8).toString('latin1')).toBe('ftyp');
});
