import type { Rotation } from '@vitrine/contract/media-key';
import type { PictureFit } from '@vitrine/contract/screens';

export const FIT_CHOICES: readonly { value: PictureFit; label: string }[] = [
  { value: 'backdrop', label: 'Fit, with blurred background' },
  { value: 'fit', label: 'Fit, with black background' },
  { value: 'fill', label: 'Fill and crop' },
];

const ROTATIONS: readonly Rotation[] = [0, 90, 180, 270];
export const ROTATION_CHOICES = [
  { value: '', label: 'Use the screen’s setting' },
  { value: '0', label: 'No rotation' },
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
    .map((volume) => ({ value: String(volume), label: volume === 0 ? 'Muted' : `${volume}%` }));
