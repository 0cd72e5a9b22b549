/** Compares a screenshot with the photo that should be shown, by their ThumbHashes, which are tiny pictures of both. */
import { thumbHashToRGBA } from 'thumbhash';

/** Sides of the grid of brightness that is compared. */
const GRID = 12;

interface Thumbnail {
  w: number;
  h: number;
  rgba: Uint8Array;
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export type PictureFit = 'backdrop' | 'fit' | 'fill';

/** Returns where a picture lies in a frame, in shares of the frame. A cropped picture lies beyond it. */
function getPictureBox(picture: { width: number; height: number }, frame: { width: number; height: number }, fit: PictureFit): Box {
  const ratio = (picture.width / picture.height) * (frame.height / frame.width);
  // A picture that is wider than the frame fills the width when it is shown whole, and the height when it is cropped.
  const [width, height] = ratio > 1 === (fit === 'fill') ? [ratio, 1] : [1, 1 / ratio];
  return { left: (1 - width) / 2, top: (1 - height) / 2, width, height };
}

/** Brightness of a point, from 0 to 1. `x` and `y` are shares of the picture. */
function readBrightness({ w, h, rgba }: Thumbnail, x: number, y: number): number {
  const column = Math.min(w - 1, Math.max(0, Math.floor(x * w)));
  const row = Math.min(h - 1, Math.max(0, Math.floor(y * h)));
  const at = (row * w + column) * 4;
  return (0.299 * (rgba[at] ?? 0) + 0.587 * (rgba[at + 1] ?? 0) + 0.114 * (rgba[at + 2] ?? 0)) / 255;
}

interface Compared {
  /** ThumbHash of the screenshot. */
  screenshot: Uint8Array;
  /** Size of the screenshot, in pixels. */
  frame: { width: number; height: number };
  /** ThumbHash of the photo. */
  photo: Uint8Array;
  /** Size of the photo, in pixels. */
  picture: { width: number; height: number };
  fit: PictureFit;
}

/** Returns the mean distance of the brightness where the photo should be, from 0 to 1. */
export function comparePictures({ screenshot, frame, photo, picture, fit }: Compared): number {
  const [shown, expected] = [thumbHashToRGBA(screenshot), thumbHashToRGBA(photo)];
  const box = getPictureBox(picture, frame, fit);
  let [sum, count] = [0, 0];
  for (let row = 0; row < GRID; row++)
    for (let column = 0; column < GRID; column++) {
      const [x, y] = [(column + 0.5) / GRID, (row + 0.5) / GRID];
      const [frameX, frameY] = [box.left + x * box.width, box.top + y * box.height];
      // Cropped away.
      if (frameX < 0 || frameX > 1 || frameY < 0 || frameY > 1) continue;
      sum += Math.abs(readBrightness(expected, x, y) - readBrightness(shown, frameX, frameY));
      count += 1;
    }
  return count === 0 ? 0 : sum / count;
}
