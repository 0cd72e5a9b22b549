/** Width and height of a profile photo. It is shown at most at this size, on dense displays too. */
export const PHOTO_SIZE_PX = 640;
const JPEG_QUALITY = 0.9;

/** The largest centered square of a picture. */
export function getCenteredSquare({ width, height }: { width: number; height: number }): { x: number; y: number; size: number } {
  const size = Math.min(width, height);
  return { x: Math.floor((width - size) / 2), y: Math.floor((height - size) / 2), size };
}

/** Crops a picture to its centered square and scales it down, in its upright orientation. Returns the file unchanged when the browser cannot decode it. */
export async function scalePhoto(file: File): Promise<File> {
  try {
    const picture = await createImageBitmap(file);
    const { x, y, size } = getCenteredSquare(picture);
    const side = Math.min(size, PHOTO_SIZE_PX);
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [side, side];
    const context = canvas.getContext('2d');
    if (!context) return file;
    // JPEG has no transparency.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, side, side);
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, x, y, size, size, 0, 0, side, side);
    picture.close();
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
    return blob ? new File([blob], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: blob.type }) : file;
  } catch (error) {
    console.warn('Could not scale down a photo.', error);
    return file;
  }
}
