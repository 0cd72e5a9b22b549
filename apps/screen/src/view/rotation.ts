import { readValue, writeValue } from '../database/local-values.ts';

const ROTATION_STORAGE_KEY = 'vitrine.rotate';
const ROTATIONS = ['0', '90', '180', '270'];

/** For panels mounted in portrait: `?rotate=90` in the address rotates the page clockwise, and is stored on this screen until changed. */
export function storeRotationFromUrl(search: string = location.search): void {
  const asked = new URLSearchParams(search).get('rotate');
  if (asked !== null && ROTATIONS.includes(asked)) writeValue(ROTATION_STORAGE_KEY, asked);
  applyRotation(null);
}

/** The owner's choice takes precedence over the value stored on this screen. */
export function applyRotation(chosen: number | null | undefined): void {
  document.documentElement.dataset['rotate'] = chosen?.toString() ?? readValue(ROTATION_STORAGE_KEY) ?? '0';
}
