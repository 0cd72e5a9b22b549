import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { SEARCH_MIN_LENGTH } from '@vitrine/contract/console-search';
import { searchConsole } from '@vitrine/contract/overview.endpoints';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { call } from '../../../lib/api-client.ts';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { useDebounced } from '../../../lib/typed-search.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SearchIcon } from '../../../ui/icons.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type ConsolePage, groupSearchResults, type SearchChoice, type SearchResultGroup } from '../search-results.ts';
import styles from './search-dialog.module.css';

const DEBOUNCE_MS = 150;

const KEY_STEPS: Record<string, (position: number, count: number) => number> = {
  ArrowDown: (position, count) => (position + 1) % count,
  ArrowUp: (position, count) => (position - 1 + count) % count,
  PageDown: (position, count) => Math.min(count - 1, position + 5),
  PageUp: (position) => Math.max(0, position - 5),
};

interface SearchPanelProps {
  /** Returns and clears the text typed before the field had focus. */
  takeTyped: () => string;
  /** Pages of the menu. */
  pages: readonly ConsolePage[];
}

/** Search field with its results. Arrow keys select a result, and Enter opens it. */
function SearchPanel({ takeTyped, pages }: SearchPanelProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [position, setPosition] = useState(0);
  const query = typed.trim();
  const { groups, isSearching, error } = useSearchResults(query, pages);
  const all = groups.flatMap(({ choices }) => choices);
  const active = all[Math.min(position, all.length - 1)];
  const go = useOpenResult();
  const onKeyDown = (event: KeyboardEvent) => {
    const step = KEY_STEPS[event.key];
    if (step && all.length > 0) {
      event.preventDefault();
      const next = step(Math.min(position, all.length - 1), all.length);
      setPosition(next);
      document.getElementById(getOptionId(id, all[next]))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing && active && !isSearching) {
      event.preventDefault();
      go(active);
    }
  };
  return (
    <Stack gap={3} canShrink>
      <TextField
        label="Name, email, number or ID"
        type="text"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- HTML has no element for a combobox that offers links in groups.
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-expanded={all.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active ? getOptionId(id, active) : undefined}
        placeholder="Users, devices, orders, pages…"
        maxLength={254}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setPosition(0);
        }}
        onKeyDown={onKeyDown}
        onFocus={() => {
          const before = takeTyped();
          if (before) setTyped((now) => before + now);
        }}
      />
      <div className={styles.results}>
        <ResultList id={id} groups={groups} active={active} onChoose={go} onPoint={(choice) => setPosition(all.indexOf(choice))} />
        <output className={styles.announcement}>{getResultAnnouncement({ count: all.length, query, isSearching, error })}</output>
      </div>
    </Stack>
  );
}

const getOptionId = (id: string, choice: SearchChoice | undefined) => `${id}-${choice?.key.replaceAll(/[^\w-]/g, '_') ?? ''}`;

interface ResultListProps {
  id: string;
  groups: readonly SearchResultGroup[];
  active: SearchChoice | undefined;
  onChoose: (choice: SearchChoice) => void;
  onPoint: (choice: SearchChoice) => void;
}

/** Focus stays in the field, which handles the keys. The list serves pointers and assistive technology. */
const ResultList = ({ id, groups, active, onChoose, onPoint }: ResultListProps) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- HTML has no element for a combobox that offers links in groups.
  <div id={`${id}-list`} role="listbox" aria-label="Results" className={styles.list}>
    {groups.map(({ title, choices }) => (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is not allowed in a listbox.
      <div key={title} role="group" aria-label={title}>
        <p className={styles.title} aria-hidden="true">
          {title}
        </p>
        {choices.map((choice) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter in the field does the same.
          <div
            key={choice.key}
            id={getOptionId(id, choice)}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- HTML has no element for a combobox that offers links in groups.
            role="option"
            tabIndex={-1}
            aria-selected={choice === active}
            className={styles.choice}
            onClick={() => onChoose(choice)}
            onPointerMove={() => choice !== active && onPoint(choice)}
          >
            <Text as="span" breaks="never">
              {choice.name}
            </Text>
            {choice.note && <span className={styles.note}>{choice.note}</span>}
          </div>
        ))}
      </div>
    ))}
  </div>
);

/** Pages are searched immediately, objects after a pause in typing. */
function useSearchResults(query: string, pages: readonly ConsolePage[]) {
  const debouncedQuery = useDebounced(query, DEBOUNCE_MS);
  const { data, error, isLoadingError, isFetching } = useQuery(consoleSearchOptions(debouncedQuery));
  const isLongEnough = query.length >= SEARCH_MIN_LENGTH;
  return {
    groups: groupSearchResults(query, pages, isLongEnough ? (data ?? []) : []),
    isSearching: isLongEnough && (query !== debouncedQuery || isFetching),
    error: isLongEnough && isLoadingError ? error : null,
  };
}

/** Opens a result as the administrator, even after viewing another account. The page replaces the dialog's history entry. */
function useOpenResult() {
  const navigate = useNavigate();
  const session = useSession();
  return ({ to, search }: SearchChoice) =>
    void navigate({ to: to as '/admin/system', search: { userId: session?.userId, ...search }, replace: true });
}

function getResultAnnouncement({
  count,
  query,
  isSearching,
  error,
}: {
  count: number;
  query: string;
  isSearching: boolean;
  error: Error | null;
}): string {
  if (error) return getErrorMessage(error);
  if (isSearching) return 'Searching…';
  if (count === 0) return query.length < SEARCH_MIN_LENGTH ? 'Enter at least 2 characters.' : `No results for “${query}”.`;
  return formatCount(count, 'result');
}

/** Results of a search. The previous results stay visible until new ones arrive. */
const consoleSearchOptions = (query: string) =>
  queryOptions({
    queryKey: ['find', query],
    queryFn: ({ signal }) => call(searchConsole, { query: { q: query }, signal }),
    enabled: query.length >= SEARCH_MIN_LENGTH,
    placeholderData: keepPreviousData,
  });

const SEARCH_DIALOG = 'find';
/** Time during which keys typed after the shortcut are kept for the search field. */
const EARLY_INPUT_MS = 1000;
const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** Opens by Ctrl-K, ⌘K on a Mac, or its button, and searches pages and objects of the console. */
export function SearchDialog({ pages }: { pages: readonly ConsolePage[] }) {
  const dialog = useDialog();
  const isOpen = dialog.dialog === SEARCH_DIALOG;
  /** Keys typed between the shortcut and the focus of the field. */
  const early = useRef({ typed: '', until: 0 });
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.timeStamp < early.current.until && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      early.current.typed += event.key;
      return;
    }
    const isCombination = event.key.toLowerCase() === 'k' && (isMac ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey;
    if (!isCombination || event.defaultPrevented) return;
    // In a rich text editor the same keys create a link; under another dialog they do nothing.
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
