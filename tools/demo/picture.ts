import sharp from 'sharp';
import { garden } from './pictures/garden.ts';
import { meal, party, stillLife } from './pictures/indoors.ts';
import { lake, mountains, sea, winter } from './pictures/landscapes.ts';
import { resetIds, type Scene } from './pictures/paint.ts';
import { easel, frame, hooks, pictureLight } from './pictures/products.ts';
import { createRandom } from './random.ts';

const SCENES = { lake, sea, mountains, winter, garden, party, meal, stillLife, frame, easel, pictureLight, hooks } satisfies Record<
  string,
  Scene
>;
export type SceneName = keyof typeof SCENES;

export interface PictureRecipe {
  scene: SceneName;
  /** The same seed gives the same picture. */
  seed: string;
  width: number;
  height: number;
}

export function drawSvg({ scene, seed, width, height }: PictureRecipe): string {
  resetIds();
  const content = SCENES[scene]({ width, height, random: createRandom(`${scene} ${seed}`) });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;
}

/** Renders the picture with film grain, which also hides the banding of long gradients. */
export const drawPicture = (recipe: PictureRecipe) =>
  sharp(Buffer.from(drawSvg(recipe)))
    .flatten()
    .composite([{ input: GRAIN, raw: { width: GRAIN_SIZE, height: GRAIN_SIZE, channels: 4 }, tile: true, blend: 'over' }]);

/** Renders a photo as JPEG with the capture date in its metadata. */
export function drawPhoto(recipe: PictureRecipe, takenAt: Date): Promise<Buffer> {
  const taken = takenAt.toISOString().slice(0, 19).replaceAll('-', ':').replace('T', ' ');
  return drawPicture(recipe)
    .withExif({ IFD0: { Make: 'Vitrine', Model: 'Demo', DateTime: taken }, IFD2: { DateTimeOriginal: taken } })
    .jpeg({ quality: 84 })
    .toBuffer();
}

const GRAIN_SIZE = 256;
const GRAIN = makeGrain();

/** Creates faint black and white specks. */
function makeGrain(): Buffer {
  const random = createRandom('grain');
  const pixels = Buffer.alloc(GRAIN_SIZE * GRAIN_SIZE * 4);
  for (let at = 0; at < pixels.length; at += 4) {
    const speck = random.between(-1, 1);
    pixels.fill(speck > 0 ? 255 : 0, at, at + 3);
    pixels[at + 3] = Math.round(Math.abs(speck) * 9);
  }
  return pixels;
}
