import { readValue, writeValue } from '../database/local-values.ts';

export const ROTATION_KEY = 'vitrine.rotate';
const ROTATIONS = ['0', '90', '180', '270'];

/** Stores the rotation from the URL for panels mounted in portrait. `?rotate=90` rotates the page clockwise, until another value is set. */
export function storeRotationFromUrl(search: string = location.search): void {
  const rotation = new URLSearchParams(search).get('rotate');
  if (rotation !== null && ROTATIONS.includes(rotation)) writeValue(ROTATION_KEY, rotation);
  applyRotation(null);
}

/** Applies the owner's rotation, or without one the rotation stored on this screen. */
export function applyRotation(chosen: number | null | undefined): void {
  document.documentElement.dataset['rotate'] = chosen?.toString() ?? readValue(ROTATION_KEY) ?? '0';
}
