import styles from './parts/media-grid.module.css';
import type { Point } from './zoom.ts';

/** Above the finger, which would cover it. */
const GHOST_OFFSET = 0.6;

/** The picture of what is dragged, under the finger; `count` is written on it where it stands for several. */
export function showDragGhost(item: HTMLElement, count: number, start: Point) {
  const { width, height } = item.getBoundingClientRect();
  const ghost = document.createElement('div');
  const picture = item.querySelector('img')?.cloneNode();
  if (picture) ghost.append(picture);
  ghost.className = styles.ghost ?? '';
  ghost.setAttribute('aria-hidden', 'true');
  if (count > 1) ghost.dataset['count'] = String(count);
  ghost.style.width = `${width}px`;
  ghost.style.height = `${height}px`;
  item.dataset['dragged'] = '';
  const move = ({ x, y }: Point) => {
    ghost.style.translate = `${x - width / 2}px ${y - height * GHOST_OFFSET}px`;
  };
  move(start);
  document.body.append(ghost);
  return {
    move,
    remove() {
      ghost.remove();
      delete item.dataset['dragged'];
    },
  };
}
