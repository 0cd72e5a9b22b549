import { buildElement } from './elements.ts';

const LOOKS =
  'position:absolute;left:50%;bottom:8%;transform:translateX(-50%);padding:.7em 1.2em;border-radius:8px;background:#14130fe0;color:#f3efe6;font-size:calc(var(--unit)*2)';

let shown: HTMLElement | undefined;

/** Shows a line over the picture for a moment, in place of the line before. */
export function showHint(text: string, durationMs: number): void {
  shown?.remove();
  const hint = buildElement('div', 'hint', text);
  shown = hint;
  hint.setAttribute('role', 'status');
  hint.style.cssText = LOOKS;
  document.body.append(hint);
  setTimeout(() => hint.remove(), durationMs);
}
