const KEPT = 'vitrine.rotate';
const TURNS = ['0', '90', '180', '270'];

/**
 * A panel hung on its side shows the page lying down; `?rotate=90` in the address turns it, clockwise, and is remembered on
 * this screen until another is asked for.
 */
export function turnPicture(search: string = location.search): void {
  const asked = new URLSearchParams(search).get('rotate');
  if (asked !== null && TURNS.includes(asked)) localStorage.setItem(KEPT, asked);
  document.documentElement.dataset['rotate'] = localStorage.getItem(KEPT) ?? '0';
}
