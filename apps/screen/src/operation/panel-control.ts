import { type Companion, getCompanion } from '../remote/companion.ts';

export interface PanelState {
  isOn: boolean;
  /** Brightness. */
  percent: number;
}

export interface PanelControl {
  set(state: PanelState): void;
}

/** Covers the picture. Overlays are later in the document, so they keep their full brightness. */
const SHADE_STYLE = 'position:absolute;top:0;left:0;width:100%;height:100%;background:#000;pointer-events:none';

/** Darkens the picture, because a page cannot change the backlight. */
function createShade(): (percent: number) => void {
  let shade: HTMLElement | null = null;
  return (percent) => {
    if (percent >= 100 && !shade) return;
    if (!shade) {
      shade = document.createElement('div');
      shade.id = 'shade';
      shade.style.cssText = SHADE_STYLE;
      shade.setAttribute('aria-hidden', 'true');
      document.getElementById('badge')?.before(shade);
    }
    shade.style.opacity = String(1 - percent / 100);
  };
}

/** Creates the control of the panel: by the companion program as far as it can, otherwise the picture is darkened, and black while the panel should be off. */
export function createPanelControl(companion: Companion = getCompanion(), darken = createShade()): PanelControl {
  // Nothing is known at the start: the panel may be off since the page ran last.
  let last: Partial<PanelState> = {};
  const run = (act: (() => Promise<void> | void) | undefined) => {
    if (act)
      Promise.resolve()
        .then(act)
        .catch((cause: unknown) => console.info('the panel could not be set:', cause));
  };
  return {
    set({ isOn, percent }) {
      const { setPanelOn, setBrightness } = companion;
      const previous = last;
      last = { isOn, percent };
      if (isOn !== previous.isOn) run(setPanelOn && (() => setPanelOn(isOn)));
      if (percent === previous.percent) return;
      if (!setBrightness) darken(percent);
      // Without a plan, the panel keeps the brightness that it has.
      else if (percent !== 100 || previous.percent !== undefined) run(() => setBrightness(percent));
    },
  };
}
