import { useEffect, useEffectEvent } from 'react';
import { areShortcutsEnabled, isTypingOrInOverlay, setShortcutsEnabled, useShortcutsEnabled } from '../../../lib/shortcuts.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { SwitchField } from '../../../ui/toggles.tsx';
import styles from './shortcuts-dialog.module.css';

const GROUPS: { title: string; keys: [string[], string][] }[] = [
  {
    title: 'Photos and videos',
    keys: [
      [['←', '→', '↑', '↓'], 'Move between items'],
      [['Enter'], 'Open'],
      [['Space'], 'Select (with Shift: select a range)'],
      [['Ctrl', 'A'], 'Select all'],
      [['Alt', '←'], 'Move earlier'],
      [['Alt', '→'], 'Move later'],
      [['Esc'], 'Clear selection'],
    ],
  },
  {
    title: 'Preview',
    keys: [
      [['←', '→'], 'Previous or next item'],
      [['['], 'Rotate left'],
      [[']'], 'Rotate right'],
      [['+'], 'Zoom in'],
      [['−'], 'Zoom out'],
      [['0'], 'Fit to window'],
      [['←', '→', '↑', '↓'], 'Pan when zoomed in'],
      [['f'], 'Add to or remove from favorites'],
      [['i'], 'Details'],
      [['Space'], 'Start slideshow, or play or pause video'],
      [['Delete'], 'Delete'],
      [['Esc'], 'Back'],
    ],
  },
  {
    title: 'Playlist',
    keys: [
      [['Space'], 'Play or pause'],
      [['←', '→'], 'Previous or next item'],
      [['↑', '↓'], 'Move the focused album up or down'],
    ],
  },
  { title: 'Everywhere', keys: [[['?'], 'Show keyboard shortcuts']] },
];

/** Dialog with all keyboard shortcuts, opened by `?` or the profile menu. Single-key shortcuts can be switched off here. */
export function ShortcutsDialog() {
  const dialog = useDialog();
  const isOn = useShortcutsEnabled();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === '?' && areShortcutsEnabled() && !isTypingOrInOverlay(event.target)) dialog.open('shortcuts');
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return (
    <Dialog isOpen={dialog.dialog === 'shortcuts'} onClose={dialog.close} title="Keyboard shortcuts" size="medium">
      <Stack gap={6}>
        {GROUPS.map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <h3 className={styles.title}>{title}</h3>
            <dl className={styles.keys}>
              {keys.map(([combination, meaning]) => (
                <div key={meaning}>
                  <dt>
                    {combination.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <SwitchField label="Single-key shortcuts" isOn={isOn} onChange={setShortcutsEnabled} />
      </Stack>
    </Dialog>
  );
}
