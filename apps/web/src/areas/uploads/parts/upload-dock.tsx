import { Link } from '@tanstack/react-router';
import { MESSAGES } from '@vitrine/contract/messages';
import { type MouseEvent, memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { useUserId } from '../../../lib/session.ts';
import { ChevronUpIcon, PauseIcon, PlayIcon } from '../../../ui/app-icons.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { CheckIcon, ChevronDownIcon, CloseIcon, RetryIcon, WarningIcon } from '../../../ui/icons.tsx';
import { Progress, Spinner } from '../../../ui/loading.tsx';
import { Text, VisuallyHidden } from '../../../ui/text.tsx';
import { useIsPhone } from '../../../ui/use-media-query.ts';
import { UpgradeLink } from '../../accounts/parts/plan-usage.tsx';
import { resumeInterrupted } from '../add-files.ts';
import { useProcessing } from '../api/uploads.ts';
import { isInProgress, type UploadItem } from '../queue-state.ts';
import { getUploadStatus, summarizeUploads, type UploadSummary } from '../upload-labels.ts';
import { uploads, useUploads } from '../upload-queue.ts';
import { getCurrentTarget } from '../upload-target.ts';
import { FileDropArea } from './file-drop.tsx';
import { HiddenFileInput } from './upload-button.tsx';
import styles from './upload-dock.module.css';

const ROWS_WAITING = 30;
const ROWS_DONE = 100;

/** Progress of all uploads, above every page, and the sources of files: drop, paste, earlier visits. */
export function UploadDock() {
  const queue = useUploads();
  const userId = useUserId();
  const summary = summarizeUploads(queue);
  useEffect(() => uploads.restore(userId), [userId]);
  useLeaveWarning(queue.items.some((item) => isInProgress(item) && !item.isKept));
  return (
    <>
      <FileDropArea />
      <VisuallyHidden as="output">{summary.spoken}</VisuallyHidden>
      {queue.items.length > 0 && <Dock {...queue} summary={summary} />}
    </>
  );
}

interface DockProps {
  items: readonly UploadItem[];
  isPaused: boolean;
  isOffline: boolean;
  summary: UploadSummary;
}

function Dock({ items, isPaused, isOffline, summary }: DockProps) {
  const isPhone = useIsPhone();
  const [isOpen, setIsOpen] = useState(() => !(isPhone && getCurrentTarget()?.tellsProgress));
  const dock = useRef<HTMLElement>(null);
  const fold = useRef<HTMLButtonElement>(null);
  useToastOffset(dock);
  return (
    <section ref={dock} className={styles.dock} aria-label="Uploads">
      <header className={styles.header}>
        <div className={styles.words}>
          <Text weight="bold">{summary.title}</Text>
          {summary.note && (
            <Text tone="soft" size="sm" isTabular>
              {summary.note}
            </Text>
          )}
        </div>
        {summary.isBusy && (
          <IconButton
            label={isPaused ? 'Resume uploads' : 'Pause uploads'}
            icon={isPaused ? <PlayIcon size={18} /> : <PauseIcon size={18} />}
            onClick={isPaused ? uploads.resume : uploads.pause}
          />
        )}
        <IconButton
          ref={fold}
          label={isOpen ? 'Collapse uploads' : 'Expand uploads'}
          aria-expanded={isOpen}
          icon={isOpen ? <ChevronDownIcon size={18} /> : <ChevronUpIcon size={18} />}
          onClick={() => setIsOpen(!isOpen)}
        />
        {!summary.isBusy && <IconButton label="Close uploads" icon={<CloseIcon size={18} />} onClick={closeDock} />}
      </header>
      <UploadPrompts summary={summary} onDone={() => fold.current?.focus()} />
      {isOpen && <UploadRows items={items} isPaused={isPaused} isOffline={isOffline} />}
    </section>
  );
}

function closeDock(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
  uploads.clear();
}

/** Actions that only the user can take, visible also while the dock is collapsed. */
function UploadPrompts({ summary: { failed, missing, planRefusal }, onDone }: { summary: UploadSummary; onDone: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const retry = () => {
    // The button goes away with the failures.
    onDone();
    uploads.retry();
  };
  return (
    <>
      {planRefusal && (
        <div className={styles.ask}>
          <p>{planRefusal}</p>
          <UpgradeLink />
        </div>
      )}
      {failed > 0 && (
        <div className={styles.ask}>
          <p>{failed === 1 ? '1 file failed to upload.' : `${failed} files failed to upload.`}</p>
          <Button onClick={retry}>Retry all</Button>
        </div>
      )}
      {missing > 0 && (
        <div className={styles.ask}>
          <p>Choose the same {missing === 1 ? 'file again to continue the upload' : `${missing} files again to continue the uploads`}.</p>
          <Button onClick={() => input.current?.click()}>Choose files</Button>
          <HiddenFileInput ref={input} label="Choose the interrupted files" onChosen={(files) => void resumeInterrupted(files)} />
        </div>
      )}
    </>
  );
}

function UploadRows({ items, isPaused, isOffline }: Omit<DockProps, 'summary'>) {
  const list = useRef<HTMLUListElement>(null);
  const { shown, waiting, through } = getVisibleRows(items);
  useFollowActiveRow(list, shown.findIndex(isInProgress) + (through > 0 ? 1 : 0));
  return (
    <ul ref={list} className={styles.rows}>
      {through > 0 && <li className={styles.waiting}>{formatCount(through, 'more uploaded', 'more uploaded')}</li>}
      {shown.map((item) => (
        <UploadRow key={item.id} item={item} isPaused={isPaused} isOffline={isOffline} />
      ))}
      {waiting > 0 && <li className={styles.waiting}>{formatCount(waiting, 'more waiting', 'more waiting')}</li>}
    </ul>
  );
}

/** Returns the rows to show: without long-waiting and long-finished files, because no one looks at thousands. */
function getVisibleRows(items: readonly UploadItem[]): { shown: readonly UploadItem[]; waiting: number; through: number } {
  const countIn = (is: UploadItem['state']['is']) => items.filter(({ state }) => state.is === is).length;
  const waiting = Math.max(0, countIn('queued') - ROWS_WAITING);
  const through = Math.max(0, countIn('uploaded') - ROWS_DONE);
  let [room, passed] = [ROWS_WAITING, through];
  const shown = items.filter(({ state }) => {
    if (state.is === 'queued') return room-- > 0;
    return state.is !== 'uploaded' || passed-- <= 0;
  });
  return { shown, waiting, through };
}

/** Keeps the active row visible, unless the list has the focus. */
function useFollowActiveRow(list: RefObject<HTMLUListElement | null>, index: number) {
  useLayoutEffect(() => {
    const element = list.current;
    const row = element?.children[index] as HTMLElement | undefined;
    if (element && row && !element.matches(':hover, :focus-within')) element.scrollTo({ top: row.offsetTop });
  }, [list, index]);
}

/** Messages appear above the dock, not over it, and the page can be scrolled out from under it. */
function useToastOffset(dock: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const element = dock.current;
    if (!element) return;
    const observer = new ResizeObserver(() => style.setProperty('--dock-room', `${element.offsetHeight + 8}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--dock-room');
    };
  }, [dock]);
}

/** Only warns when leaving would lose something: stored files continue automatically. */
function useLeaveWarning(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isNeeded]);
}

/** Seen, not heard: the dock tells those who listen. */
export function UploadIndicator() {
  const { items } = useUploads();
  if (!items.some(isInProgress)) return null;
  return (
    <span className={styles.indicator} data-indicator>
      <Spinner size={16} />
      <span className={styles.indicatorText}>{MESSAGES.uploadInProgress}</span>
    </span>
  );
}

interface UploadRowProps {
  item: UploadItem;
  isPaused: boolean;
  isOffline: boolean;
}

const UploadRow = memo(function UploadRow({ item, isPaused, isOffline }: UploadRowProps) {
  const { state, name, id, albumId } = item;
  const processing = useProcessing(state.is === 'uploaded' ? state.mediaId : null);
  const { text, bar, tone } = getUploadStatus(item, { isPaused, isOffline }, processing);
  const duplicateOf = state.is === 'uploaded' ? state.duplicateOf : null;
  const remove = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    focusNextRow(currentTarget);
    uploads.remove(id);
  };
  const retry = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The button goes away with the failure.
    (currentTarget.nextElementSibling as HTMLElement | null)?.focus();
    uploads.retry(id);
  };
  return (
    <li className={styles.row} data-tone={tone} data-state={state.is}>
      <div className={styles.rowWords}>
        <Text as="span" breaks="never" title={name}>
          {name}
        </Text>
        <span className={styles.state}>
          {tone === 'good' && <CheckIcon size={14} />}
          {tone === 'bad' && <WarningIcon size={14} />}
          {duplicateOf ? (
            <Link to="/main/media/preview" search={{ albumId, mediaId: duplicateOf }}>
              {text}
            </Link>
          ) : (
            text
          )}
        </span>
        {bar !== undefined && <Progress value={bar} label={name} />}
      </div>
      {state.is === 'failed' && <IconButton label={`Retry ${name}`} icon={<RetryIcon size={18} />} onClick={retry} />}
      <IconButton
        label={state.is === 'uploaded' ? `Remove ${name} from list` : `Cancel ${name}`}
        icon={<CloseIcon size={18} />}
        onClick={remove}
      />
    </li>
  );
});

/** The row disappears with its button: the focus moves to the next row's, or to the page after the last one. */
function focusNextRow(button: HTMLElement): void {
  const row = button.closest('li');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const next = neighbour?.querySelector<HTMLElement>('button:last-of-type') ?? document.getElementById('content');
  next?.focus({ preventScroll: !neighbour });
}
