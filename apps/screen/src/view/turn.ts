import { readValue, writeValue } from '../database/local-values.ts';

const KEPT = 'vitrine.rotate';
const TURNS = ['0', '90', '180', '270'];

/** For panels mounted in portrait: `?rotate=90` in the address rotates the page clockwise, and is stored on this screen until changed. */
export function keepRotation(search: string = location.search): void {
  const asked = new URLSearchParams(search).get('rotate');
  if (asked !== null && TURNS.includes(asked)) writeValue(KEPT, asked);
  applyRotation(null);
}

/** What the device's owner chose goes before what this screen keeps. */
export function applyRotation(chosen: number | null | undefined): void {
  document.documentElement.dataset['rotate'] = chosen?.toString() ?? readValue(KEPT) ?? '0';
}
