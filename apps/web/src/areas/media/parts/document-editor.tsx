import type { Media } from '@vitrine/contract/media';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { getPictureUrl } from '../../../lib/picture-url.ts';
import { GripIcon, PlusIcon, UploadIcon } from '../../../ui/app-icons.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { EyeOffIcon } from '../../../ui/icons.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { Text, VisuallyHidden } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useDragOrder } from '../../../ui/use-drag-order.ts';
import { useChooserTypes } from '../api/accepted-files.ts';
import { useEditMedia, useReplaceFile } from '../api/media-mutations.ts';
import { getPageKey, listAllPages, listShownPages, movePage } from '../document-pages.ts';
import { isProcessing } from '../media-sizes.ts';
import styles from './document-editor.module.css';

/** Arranges the pages of a document and replaces its file. */
export function DocumentEditor({ media }: { media: Media }) {
  return (
    <section className={styles.editor} aria-label="Document">
      {media.pageCount !== null && media.pageCount > 1 && !isProcessing(media) && (
        <PageEditor key={`${media._id} ${media.pageCount} ${media.pageOrder?.join()}`} media={media} pageCount={media.pageCount} />
      )}
      <ReplaceFileButton media={media} />
    </section>
  );
}

function PageEditor({ media, pageCount }: { media: Media; pageCount: number }) {
  const saved = listShownPages(media);
  const [pages, setPages] = useState(saved);
  const [announcement, setAnnouncement] = useState('');
  const undo = useEditMedia(media, { onSuccess: () => {}, onError: (error) => toast.error(getErrorMessage(error)) });
  const save = useEditMedia(media, {
    onSuccess: () => {
      toast.success('Pages saved.', { action: { label: 'Undo', onSelect: () => undo.mutate({ pageOrder: saved }) } });
    },
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  const list = useRef<HTMLOListElement>(null);
  const place = (page: number, to: number) => {
    const target = Math.max(0, Math.min(pages.length - 1, to));
    setPages(movePage(pages, page, target));
    setAnnouncement(`Page ${page}, position ${target + 1} of ${pages.length}`);
  };
  const drag = useDragOrder(list, (id, to) => place(Number(id), to));
  const leftOut = listAllPages(pageCount).filter((page) => !pages.includes(page));
  const isChanged = pages.join() !== saved.join();
  return (
    <>
      <VisuallyHidden as="output">{announcement}</VisuallyHidden>
      <Text tone="soft" size="sm" id="page-handles">
        Drag pages to change their order, or use the arrow keys on a handle.
      </Text>
      <ol ref={list} className={styles.pages} aria-label="Pages in order">
        {pages.map((page, index) => (
          <PageRow
            key={page}
            media={media}
            page={page}
            isDragged={drag.draggedId === String(page)}
            canLeaveOut={pages.length > 1}
            onMove={(key) => place(page, { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: pages.length - 1 }[key])}
            onLeaveOut={() => setPages(pages.filter((one) => one !== page))}
            onPointerDown={(event) => drag.begin(event, String(page))}
          />
        ))}
      </ol>
      {leftOut.length > 0 && <LeftOutPages media={media} pages={leftOut} onPutBack={(page) => setPages([...pages, page])} />}
      {isChanged && (
        <Row gap={2}>
          <Button isLoading={save.isPending} onClick={() => save.mutate({ pageOrder: pages })}>
            Save pages
          </Button>
          <Button kind="quiet" onClick={() => setPages(saved)}>
            Cancel
          </Button>
        </Row>
      )}
    </>
  );
}

const MOVE_KEYS = ['ArrowUp', 'ArrowDown', 'Home', 'End'] as const;
type MoveKey = (typeof MOVE_KEYS)[number];

interface PageRowProps {
  media: Media;
  page: number;
  isDragged: boolean;
  canLeaveOut: boolean;
  onMove: (key: MoveKey) => void;
  onLeaveOut: () => void;
  onPointerDown: (event: React.PointerEvent) => void;
}

function PageRow({ media, page, isDragged, canLeaveOut, onMove, onLeaveOut, onPointerDown }: PageRowProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const key = MOVE_KEYS.find((one) => one === event.key);
    if (!key) return;
    event.preventDefault();
    const handle = event.currentTarget;
    flushSync(() => onMove(key));
    // The moved element loses the focus.
    handle.focus();
  };
  return (
    <li className={styles.page} data-dragged={isDragged ? '' : undefined} onPointerDown={onPointerDown}>
      <IconButton
        label={`Move page ${page}`}
        aria-describedby="page-handles"
        icon={<GripIcon />}
        className={styles.handle}
        data-handle=""
        onKeyDown={onKeyDown}
      />
      <PagePicture media={media} page={page} />
      <span className={styles.name}>Page {page}</span>
      <IconButton label={`Leave out page ${page}`} icon={<EyeOffIcon size={18} />} disabled={!canLeaveOut} onClick={onLeaveOut} />
    </li>
  );
}

interface LeftOutPagesProps {
  media: Media;
  pages: readonly number[];
  onPutBack: (page: number) => void;
}

function LeftOutPages({ media, pages, onPutBack }: LeftOutPagesProps) {
  return (
    <>
      <Text weight="bold" size="sm">
        Left out
      </Text>
      <ul className={styles.pages} aria-label="Pages that are left out">
        {pages.map((page) => (
          <li key={page} className={styles.page} data-left-out="">
            <PagePicture media={media} page={page} />
            <span className={styles.name}>Page {page}</span>
            <IconButton label={`Put back page ${page}`} icon={<PlusIcon size={18} />} onClick={() => onPutBack(page)} />
          </li>
        ))}
      </ul>
    </>
  );
}

const PagePicture = ({ media, page }: { media: Media; page: number }) => (
  <span className={styles.picture}>
    <Picture src={getPictureUrl(getPageKey(media, page), { width: 120, fit: 'inside' }, 2)} alt="" fit="contain" />
  </span>
);

function ReplaceFileButton({ media }: { media: Media }) {
  const input = useRef<HTMLInputElement>(null);
  const accept = useChooserTypes('application/pdf,.pdf');
  const replace = useReplaceFile(media, {
    onSuccess: () => toast.success('File replaced. Its pages are processed now.'),
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  return (
    <>
      <Button kind="quiet" icon={<UploadIcon size={18} />} isLoading={replace.isPending} onClick={() => input.current?.click()}>
        Replace file
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label="Replace file: choose a document"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same choice again must count as a change.
          target.value = '';
          if (file) replace.mutate(file);
        }}
      />
    </>
  );
}
