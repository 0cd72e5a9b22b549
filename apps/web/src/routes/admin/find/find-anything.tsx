import { useEffect, useEffectEvent } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SearchIcon } from '../../../ui/icons.tsx';
import { useDialog } from '../../use-overlay.ts';
import { FindList } from './find-list.tsx';

const NAME = 'find';
const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** Ctrl-K, on a Mac ⌘K, or its button: finds any page and any thing of the console. */
export function FindAnything() {
  const dialog = useDialog();
  const isOpen = dialog.dialog === NAME;
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isCombination = event.key.toLowerCase() === 'k' && (isMac ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey;
    if (!isCombination || event.defaultPrevented) return;
    // Where a text with links is written the same keys make one; under another dialog they do nothing.
    const isElsewhere = event.target instanceof HTMLElement && event.target.closest('[contenteditable], [role=alertdialog]') !== null;
    if (isElsewhere || (dialog.dialog !== undefined && !isOpen)) return;
    event.preventDefault();
    if (!isOpen) dialog.open(NAME);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <IconButton
        label={`Find anything (${isMac ? '⌘' : 'Ctrl '}K)`}
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        icon={<SearchIcon />}
        onClick={() => dialog.open(NAME)}
      />
      <Dialog isOpen={isOpen} onClose={dialog.close} title="Find anything" size="medium">
        <FindList />
      </Dialog>
    </>
  );
}
