const KEPT = 'vitrine.rotate';
const TURNS = ['0', '90', '180', '270'];

/**
 * For panels mounted in portrait: `?rotate=90` rotates the page clockwise, and is stored on this screen until changed.
 */
export function applyRotation(search: string = location.search): void {
  const asked = new URLSearchParams(search).get('rotate');
  if (asked !== null && TURNS.includes(asked)) localStorage.setItem(KEPT, asked);
  document.documentElement.dataset['rotate'] = localStorage.getItem(KEPT) ?? '0';
}
