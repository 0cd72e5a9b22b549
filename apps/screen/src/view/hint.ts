import { buildElement } from './elements.ts';

const HINT_STYLE =
  'position:absolute;left:50%;bottom:8%;transform:translateX(-50%);padding:.7em 1.2em;border-radius:8px;background:#14130fe0;color:#f3efe6;font-size:calc(var(--unit)*2)';

let shown: HTMLElement | undefined;

/** Shows a short message over the picture, replacing the previous one. */
export function showHint(text: string, durationMs: number): void {
  shown?.remove();
  const hint = buildElement('div', 'hint', text);
  shown = hint;
  hint.setAttribute('role', 'status');
  hint.style.cssText = HINT_STYLE;
  document.body.append(hint);
  setTimeout(() => hint.remove(), durationMs);
}
