import { DEFAULT_DIVIDERS, LAYOUT_PRESETS, type LayoutPreset } from '@vitrine/contract/layouts';
import { getZoneRects, type ZoneRect } from '@vitrine/stage';
import { useId } from 'react';
import styles from './layout.module.css';

const PRESET_NAMES: Record<LayoutPreset, string> = {
  side: 'Side',
  ticker: 'Bar',
  l: 'Side and bar',
  grid: 'Quarters',
  split: 'Halves',
};

interface PresetChoiceProps {
  value: LayoutPreset | null;
  onChange: (preset: LayoutPreset | null) => void;
}

/** The presets as small pictures. The first choice is the whole screen, without zones. */
export function PresetChoice({ value, onChange }: PresetChoiceProps) {
  const name = useId();
  const choices = [{ preset: null, label: 'Whole screen' }, ...LAYOUT_PRESETS.map((preset) => ({ preset, label: PRESET_NAMES[preset] }))];
  return (
    <fieldset className={styles.presets}>
      <legend className={styles.legend}>Layout</legend>
      {choices.map(({ preset, label }) => (
        <label key={label} className={styles.preset}>
          <input type="radio" name={name} checked={preset === value} onChange={() => onChange(preset)} />
          <PresetSketch preset={preset} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function PresetSketch({ preset }: { preset: LayoutPreset | null }) {
  const rects = preset && getZoneRects(preset, DEFAULT_DIVIDERS[preset], false);
  const zones: [string, ZoneRect][] = rects ? Object.entries(rects) : [['main', { left: 0, top: 0, width: 100, height: 100 }]];
  return (
    <svg className={styles.sketch} viewBox="0 0 64 36" aria-hidden="true">
      {zones.map(([zone, { left, top, width, height }]) => (
        <rect
          key={zone}
          data-main={zone === 'main' ? '' : undefined}
          x={left * 0.64 + 0.75}
          y={top * 0.36 + 0.75}
          width={width * 0.64 - 1.5}
          height={height * 0.36 - 1.5}
          rx="2"
        />
      ))}
    </svg>
  );
}
