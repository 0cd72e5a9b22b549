import { uploadScreenshot } from '@vitrine/contract/screenshots.addresses';
import type { Identity } from '../database/database.ts';
import { getCompanion } from '../remote/companion.ts';
import type { Screen } from '../screen.ts';
import { drawPage } from './draw-page.ts';

const TIMEOUT_MS = 30_000;
/** As the server accepts. */
const MAX_BYTES = 300_000;
/** Longer side in pixels and quality. The first one that is small enough is sent. */
const SIZES = [
  { side: 960, quality: 0.75 },
  { side: 800, quality: 0.6 },
  { side: 640, quality: 0.5 },
] as const;

const toBlob = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));

function shrink(picture: HTMLCanvasElement | HTMLImageElement, size: { width: number; height: number }, side: number): HTMLCanvasElement {
  const scale = Math.min(1, side / Math.max(size.width, size.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(size.width * scale));
  canvas.height = Math.max(1, Math.round(size.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

async function encode(picture: HTMLCanvasElement | HTMLImageElement, size: { width: number; height: number }): Promise<Blob> {
  for (const { side, quality } of SIZES) {
    const blob = await toBlob(shrink(picture, size, side), quality);
    if (blob && blob.size <= MAX_BYTES) return blob;
  }
  throw new Error('the screenshot is too large');
}

/** Returns a picture of the display by the companion program; null without one. */
async function capture(): Promise<Blob | null> {
  const { captureScreen } = getCompanion();
  if (!captureScreen) return null;
  const url = URL.createObjectURL(await captureScreen());
  const image = new Image();
  try {
    image.src = url;
    await image.decode();
    return await encode(image, { width: image.naturalWidth, height: image.naturalHeight });
  } finally {
    URL.revokeObjectURL(url);
  }
}

async function draw(): Promise<Blob> {
  const canvas = drawPage();
  return encode(canvas, canvas);
}

/** Returns the photo that fills the screen. Undefined for other content, and while something else covers it. */
function getShownPhoto({ situation, report, local }: Screen): string | undefined {
  const item = local.wall.current;
  const isCovered = !situation.isShowingItem || situation.isOff || document.getElementById('emergency')?.hidden === false;
  return item?.kind === 'image' && local.wall.publish?.layout === undefined && !isCovered ? (report.mediaId ?? undefined) : undefined;
}

/** Takes a screenshot, or draws one, and sends it. */
export async function takeScreenshot(screen: Screen, { deviceId, secret }: Identity): Promise<void> {
  const before = getShownPhoto(screen);
  const captured = await capture().catch((cause: unknown) => {
    console.info('the display could not be captured:', cause);
    return null;
  });
  const picture = captured ?? (await draw());
  // The next item may have appeared in the meantime.
  const photo = getShownPhoto(screen) === before ? before : undefined;
  const query = new URLSearchParams({ source: captured ? 'capture' : 'page', ...(photo !== undefined && { mediaId: photo }) });
  const response = await fetch(`/api${uploadScreenshot.path}?${query}`, {
    method: 'POST',
    headers: { authorization: `Screen ${deviceId}:${secret}`, 'content-type': 'image/jpeg' },
    body: picture,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
}
