import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { countOf } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ChevronDownIcon, ChevronUpIcon, CloseIcon, PauseIcon, PlayIcon } from '../../../ui/icons.tsx';
import { forgetInterruptedUploads, readInterruptedUploads } from '../interrupted-uploads.ts';
import { isUnderWay, type UploadItem, type UploadState, uploads, useUploads } from '../upload-queue.ts';
import styles from './upload-dock.module.css';
import { UploadRow } from './upload-row.tsx';

/** What asks for attention comes first, what is done last. */
const RANKS: Record<UploadState['is'], number> = { failed: 0, uploading: 1, queued: 2, uploaded: 3 };

/** Every file on its way, over whatever screen is open. */
export function UploadDock() {
  const { items, isPaused } = useUploads();
  const [isOpen, setIsOpen] = useState(true);
  const dock = useRef<HTMLElement>(null);
  useRoomForMessages(dock);
  useLeaveWarning(items.some(isUnderWay));
  if (items.length === 0) return <InterruptedNotice />;
  const isBusy = items.some(isUnderWay);
  return (
    <section ref={dock} className={styles.dock} aria-label="Uploads">
      <header className={styles.header}>
        <output className={styles.title}>{summaryOf(items, isPaused)}</output>
        {isBusy && (
          <IconButton
            label={isPaused ? 'Resume uploads' : 'Pause uploads'}
            icon={isPaused ? <PlayIcon size={18} /> : <PauseIcon size={18} />}
            onClick={isPaused ? uploads.resume : uploads.pause}
          />
        )}
        <IconButton
          label={isOpen ? 'Fold uploads' : 'Unfold uploads'}
          aria-expanded={isOpen}
          icon={isOpen ? <ChevronDownIcon size={18} /> : <ChevronUpIcon size={18} />}
          onClick={() => setIsOpen(!isOpen)}
        />
        {!isBusy && <IconButton label="Close uploads" icon={<CloseIcon size={18} />} onClick={uploads.clear} />}
      </header>
      {isOpen && (
        <ul className={styles.rows}>
          {items
            .toSorted((one, other) => RANKS[one.state.is] - RANKS[other.state.is])
            .map((item) => (
              <UploadRow key={item.id} item={item} isPaused={isPaused} />
            ))}
        </ul>
      )}
    </section>
  );
}

function summaryOf(items: readonly UploadItem[], isPaused: boolean): string {
  const left = items.filter(isUnderWay).length;
  const failed = items.filter(({ state }) => state.is === 'failed').length;
  if (left > 0) return isPaused ? `Paused, ${countOf(left, 'file')} left` : `Uploading ${countOf(left, 'file')}`;
  if (failed > 0) return `${countOf(failed, 'file')} failed`;
  return `${countOf(items.length, 'file')} uploaded`;
}

/** Messages appear above the dock, not over it. */
function useRoomForMessages(dock: RefObject<HTMLElement | null>) {
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
  });
}

function useLeaveWarning(isBusy: boolean) {
  useEffect(() => {
    if (!isBusy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isBusy]);
}

function InterruptedNotice() {
  const [names, setNames] = useState(() => readInterruptedUploads());
  if (names.length === 0) return null;
  const dismiss = () => {
    forgetInterruptedUploads();
    setNames([]);
  };
  return (
    <section className={styles.dock} aria-label="Interrupted uploads">
      <div className={styles.notice}>
        <p>
          {countOf(names.length, 'upload was', 'uploads were')} interrupted: {names.slice(0, 3).join(', ')}
          {names.length > 3 ? ' …' : ''}. Choose the same files again to go on where they stopped.
        </p>
        <Button onClick={dismiss}>Dismiss</Button>
      </div>
    </section>
  );
}
