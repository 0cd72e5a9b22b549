import { COVER, type Picture } from './surface.ts';

/** Pixels on the longer side. A blurred image needs no more, and the small texture is cheap to scale up. */
const LONGER_SIDE = 64;
const BLUR_RADIUS = 3;
/** Three passes of a box blur approximate a soft blur. */
const BLUR_PASSES = 3;
/** Dims the backdrop, so that the picture in front of it stays brighter. */
const DIM_COLOR = 'rgb(0 0 0 / 0.4)';
/** Bars narrower than this share of the stage get no backdrop. */
const MIN_BAR_SHARE = 0.01;

interface Size {
  width: number;
  height: number;
}

/** Returns true when a picture that is shown whole leaves bars on the stage. */
export function hasBars(picture: Size, stage: Size): boolean {
  const [pictureRatio, stageRatio] = [picture.width / picture.height, stage.width / stage.height];
  return Math.min(pictureRatio, stageRatio) / Math.max(pictureRatio, stageRatio) < 1 - MIN_BAR_SHARE;
}

/** Draws the background of a photo that is shown whole: the photo cropped to the stage, scaled down, and blurred once. */
export function createBackdrop(picture: Picture, stage: Size): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const scale = LONGER_SIDE / Math.max(stage.width, stage.height);
  canvas.width = Math.max(1, Math.round(stage.width * scale));
  canvas.height = Math.max(1, Math.round(stage.height * scale));
  canvas.style.cssText = `${COVER}width:100%;height:100%;`;
  // The pixels are read back, which is slow from graphics memory.
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return canvas;
  const { width, height } = picture.size();
  const cover = Math.max(canvas.width / width, canvas.height / height);
  const scaled = { width: width * cover, height: height * cover };
  context.drawImage(picture.source, (canvas.width - scaled.width) / 2, (canvas.height - scaled.height) / 2, scaled.width, scaled.height);
  const image = context.getImageData(0, 0, canvas.width, canvas.height);
  blur(image.data, canvas.width, canvas.height);
  context.putImageData(image, 0, 0);
  context.fillStyle = DIM_COLOR;
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Blurs in JavaScript, because not every browser supports canvas filters. */
export function blur(data: Uint8ClampedArray, width: number, height: number): void {
  for (let pass = 0; pass < BLUR_PASSES; pass += 1) {
    for (let row = 0; row < height; row += 1) blurLine(data, row * width, 1, width);
    for (let column = 0; column < width; column += 1) blurLine(data, column, width, height);
  }
}

/** Blurs one row or column: each pixel becomes the mean of its neighbors. At the ends, the outermost pixel is repeated. */
function blurLine(data: Uint8ClampedArray, start: number, step: number, count: number): void {
  for (let channel = 0; channel < 3; channel += 1) {
    const line = Array.from({ length: count }, (_, index) => data[(start + index * step) * 4 + channel] ?? 0);
    for (let index = 0; index < count; index += 1) {
      let sum = 0;
      for (let near = index - BLUR_RADIUS; near <= index + BLUR_RADIUS; near += 1) sum += line[Math.min(count - 1, Math.max(0, near))] ?? 0;
      data[(start + index * step) * 4 + channel] = sum / (2 * BLUR_RADIUS + 1);
    }
  }
}
