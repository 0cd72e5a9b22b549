import type { Rotation } from '@vitrine/contract/media-key';
import type { PictureFit } from '@vitrine/contract/screens';

export const FIT_CHOICES: readonly { value: PictureFit; label: string }[] = [
  { value: 'backdrop', label: 'Whole, on a blurred backdrop' },
  { value: 'fit', label: 'Whole, on black' },
  { value: 'fill', label: 'Fill the screen, cropped' },
];

const ROTATIONS: readonly Rotation[] = [0, 90, 180, 270];
export const ROTATION_CHOICES = [
  { value: '', label: 'As set on the screen' },
  { value: '0', label: 'Not rotated' },
  { value: '90', label: '90° clockwise' },
  { value: '180', label: 'Upside down' },
  { value: '270', label: '90° counterclockwise' },
];
export const parseRotation = (value: string): Rotation | null => ROTATIONS.find((rotation) => String(rotation) === value) ?? null;

const VOLUMES = [100, 80, 60, 40, 20, 0];

/** The usual ones, and the one that is set. */
export const getVolumeChoices = (now: number): { value: string; label: string }[] =>
  [...new Set([...VOLUMES, now])]
    .toSorted((a, b) => b - a)
    .map((volume) => ({ value: String(volume), label: volume === 0 ? 'Silent' : `${volume} %` }));
