import { useEffect, useEffectEvent, useRef } from 'react';
import { useDialog } from '../../../lib/use-overlay.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SearchIcon } from '../../../ui/icons.tsx';
import type { ConsolePage } from '../search-results.ts';
import { SearchPanel } from './search-dialog.tsx';

const SEARCH_DIALOG = 'find';
/** After that the keys are the page's again, whatever became of the dialog. */
const EARLY_INPUT_MS = 1000;
const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** Ctrl-K, on a Mac ⌘K, or its button: finds any page and any thing of the console. */
export function SearchDialog({ pages }: { pages: readonly ConsolePage[] }) {
  const dialog = useDialog();
  const isOpen = dialog.dialog === SEARCH_DIALOG;
  /** What is typed between the combination and its field's focus. */
  const early = useRef({ typed: '', until: 0 });
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.timeStamp < early.current.until && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      early.current.typed += event.key;
      return;
    }
    const isCombination = event.key.toLowerCase() === 'k' && (isMac ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey;
    if (!isCombination || event.defaultPrevented) return;
    // Where a text with links is written the same keys make one; under another dialog they do nothing.
    const isElsewhere = event.target instanceof HTMLElement && event.target.closest('[contenteditable], [role=alertdialog]') !== null;
    if (isElsewhere || (dialog.dialog !== undefined && !isOpen)) return;
    event.preventDefault();
    if (isOpen) return;
    early.current = { typed: '', until: event.timeStamp + EARLY_INPUT_MS };
    dialog.open(SEARCH_DIALOG);
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <IconButton
        label={`Search (${isMac ? '⌘' : 'Ctrl '}K)`}
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        icon={<SearchIcon />}
        onClick={() => dialog.open(SEARCH_DIALOG)}
      />
      <Dialog isOpen={isOpen} onClose={dialog.close} title="Search" size="medium">
        <SearchPanel
          pages={pages}
          takeTyped={() => {
            const { typed } = early.current;
            early.current = { typed: '', until: 0 };
            return typed;
          }}
        />
      </Dialog>
    </>
  );
}
