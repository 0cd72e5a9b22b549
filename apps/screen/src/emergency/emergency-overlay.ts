import { buildElement } from '../view/elements.ts';
import type { EmergencyPage } from './emergency-pages.ts';

export interface EmergencyOverlay {
  /** Shows a page above everything else, or nothing. `onPainted` is called after a frame with it was painted. */
  show(page: EmergencyPage | null, picture: Blob | null, onPainted: () => void): void;
}

const LONG_TEXT = 160;
const VERY_LONG_TEXT = 320;

/** Creates the overlay. It is the last element of the page, above the stage, the status and the dark of operating hours. */
export function createEmergencyOverlay(parent: HTMLElement): EmergencyOverlay {
  const overlay = document.createElement('section');
  overlay.id = 'emergency';
  overlay.hidden = true;
  overlay.setAttribute('role', 'alert');
  parent.append(overlay);
  let shownKey = '';
  let address: string | null = null;

  const build = (page: EmergencyPage, picture: Blob | null): HTMLElement[] => {
    if (address) URL.revokeObjectURL(address);
    address = picture && URL.createObjectURL(picture);
    const label = page.drill === null ? [] : [buildElement('p', 'drill', page.drill)];
    const content = buildElement('div', 'alert-texts', ...page.texts.flatMap(buildText));
    if (!address) return [...label, content];
    const image = document.createElement('img');
    image.alt = '';
    image.src = address;
    return [...label, image, content];
  };

  return {
    show(page, picture, onPainted) {
      overlay.hidden = page === null;
      // Move the overlay above layers that were added later.
      if (page && parent.lastElementChild !== overlay) parent.append(overlay);
      const key = page ? `${page.key} ${String(page.drill)} ${picture ? 'picture' : ''}` : '';
      if (key === shownKey) return;
      shownKey = key;
      if (!page) return overlay.replaceChildren();
      overlay.dataset['color'] = page.color;
      overlay.dataset['size'] = getSize(page);
      overlay.replaceChildren(...build(page, picture));
      // The first frame is built from the changed document, and the second begins after it was painted. Hidden pages paint none.
      requestAnimationFrame(() => requestAnimationFrame(() => shownKey === key && onPainted()));
    },
  };
}

function buildText({ language, title, text }: EmergencyPage['texts'][number]): HTMLElement[] {
  const parts = [buildElement('h1', 'alert-title', title), ...(text === '' ? [] : [buildElement('p', 'alert-text', text)])];
  for (const part of parts) part.lang = language;
  return parts;
}

function getSize({ texts }: EmergencyPage): string {
  const length = texts.reduce((sum, { title, text }) => sum + title.length + text.length, 0);
  return length > VERY_LONG_TEXT ? 'small' : length > LONG_TEXT ? 'medium' : 'large';
}
