import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { isAdministrator, useSession } from '../../../lib/session.ts';
import { UploadIcon } from '../../../ui/app-icons.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useOpenPlans } from '../../accounts/parts/plan-usage.tsx';
import { classifyFiles } from '../accepted-files.ts';
import { addFiles } from '../add-files.ts';
import { hasSeveralFolders, recordFolder } from '../folder-albums.ts';
import { toastRefusedFiles } from '../skipped-file-toasts.ts';
import { getCurrentTarget, setWaitingFiles, useFileTarget } from '../upload-target.ts';
import styles from './file-drop.module.css';
import { FreeSpaceNote } from './free-space-note.tsx';

/** Files may be dropped, and pictures pasted, anywhere in the window: into the album on the page, or one that is then asked for. */
export function FileDropArea() {
  const { target } = useFileTarget();
  const mayAsk = !isAdministrator(useSession());
  const upgrade = useOpenPlans();
  const take = (files: readonly File[]) => receiveFiles(files, upgrade);
  const isOpen = () => getCurrentTarget() !== null || (mayAsk && !isUnderDialog());
  const isOver = useDrop(isOpen, take);
  usePaste(isOpen, take);
  if (!isOver) return null;
  return createPortal(
    <div className={styles.zone}>
      <p className={styles.words}>
        <UploadIcon size={32} />
        {getDropMessage(target)}
        <span className={styles.room}>
          <FreeSpaceNote albumId={target && 'albumId' in target ? target.albumId : undefined} />
        </span>
      </p>
    </div>,
    document.body,
  );
}

function getDropMessage(target: ReturnType<typeof getCurrentTarget>): string {
  if (!target) return 'Drop to upload, then choose an album';
  return 'albumId' in target ? `Drop to add to “${target.albumName}”` : 'Drop to create your first album';
}

/** Elements below a dialog accept no drops. */
const isUnderDialog = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

function receiveFiles(files: readonly File[], onUpgrade: (() => void) | undefined): void {
  const target = getCurrentTarget();
  const choice = classifyFiles(files);
  if (choice.accepted.length > 0 && hasSeveralFolders(choice.accepted))
    setWaitingFiles({ files, albumId: target && 'albumId' in target ? target.albumId : undefined });
  else if (target && 'albumId' in target) void addFiles(files, target.albumId, onUpgrade);
  else if (target && choice.accepted.length > 0) target.take(files);
  else if (choice.accepted.length > 0) setWaitingFiles({ files });
  else toastRefusedFiles(choice);
}

/** Whether files are being held over the window. */
function useDrop(isOpen: () => boolean, take: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const mayReceive = useEffectEvent(isOpen);
  const onDropped = useEffectEvent(take);
  useEffect(() => {
    let depth = 0;
    // A photo of this page that is dragged also appears as a file.
    let isOurs = false;
    const holdsFiles = ({ dataTransfer }: DragEvent) => !isOurs && (dataTransfer?.types.includes('Files') ?? false);
    const end = () => {
      depth = 0;
      setIsOver(false);
    };
    const handlers: Record<string, (event: DragEvent) => void> = {
      dragstart: () => (isOurs = true),
      dragend: () => (isOurs = false),
      dragenter: (event) => {
        if (!holdsFiles(event)) return;
        depth += 1;
        setIsOver(mayReceive());
      },
      dragleave: () => {
        depth = Math.max(0, depth - 1);
        if (depth === 0) end();
      },
      // Without this the browser would leave the page and show the file.
      dragover: (event) => holdsFiles(event) && event.preventDefault(),
      drop: (event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        end();
        if (event.dataTransfer && mayReceive()) {
          readDroppedFiles(event.dataTransfer).then(
            (files) => onDropped(files),
            () => toast.error('Couldn’t read the folder. Try again.'),
          );
        }
      },
    };
    for (const [name, handler] of Object.entries(handlers)) window.addEventListener(name, handler as EventListener);
    return () => {
      for (const [name, handler] of Object.entries(handlers)) window.removeEventListener(name, handler as EventListener);
    };
  }, []);
  return isOver;
}

function usePaste(isOpen: () => boolean, take: (files: readonly File[]) => void): void {
  const mayReceive = useEffectEvent(isOpen);
  const onPasted = useEffectEvent(take);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = getPastedFiles(event);
      if (files.length === 0 || !mayReceive()) return;
      event.preventDefault();
      onPasted(files);
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, []);
}

/** Maximum number of files to read from dropped folders. */
const FILES_MAX = 20_000;

/** Returns the dropped files, including those in folders, in the order of their names. Must be called within the event. */
function readDroppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  const entries = [...items].flatMap((item) => (item.kind === 'file' ? (item.webkitGetAsEntry() ?? []) : []));
  return entries.some(({ isDirectory }) => isDirectory) ? readEntries(entries) : Promise.resolve([...files]);
}

async function readEntries(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const found: File[] = [];
  const walk = async (entry: FileSystemEntry): Promise<void> => {
    if (found.length >= FILES_MAX) return;
    if (isFile(entry)) found.push(await readFileEntry(entry));
    else if (isFolder(entry)) for (const child of (await listEntries(entry)).toSorted(byName)) await walk(child);
  };
  for (const entry of entries.toSorted(byName)) await walk(entry);
  return found;
}

async function readFileEntry(entry: FileSystemFileEntry): Promise<File> {
  const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
  recordFolder(file, entry.fullPath.split('/').slice(1, -1).join('/'));
  return file;
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** Returns the entries of a folder, which are read in parts. The last part is empty. */
async function listEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  while (all.length < FILES_MAX) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return all;
    all.push(...part);
  }
  return all;
}

const byName = (one: { name: string }, other: { name: string }): number => one.name.localeCompare(other.name, undefined, { numeric: true });

/** The files of a paste that is not meant for a field. */
function getPastedFiles({ clipboardData, target }: ClipboardEvent): File[] {
  const isField = target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
  if (isField || !clipboardData) return [];
  return [...clipboardData.files].map(withUniqueName);
}

/** Every picture that was never a file is called image.png; when it was pasted tells one from the other. */
function withUniqueName(file: File): File {
  if (!/^image\.\w+$/.test(file.name)) return file;
  const now = new Date();
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(twoDigits).join('-');
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(twoDigits).join('.');
  return new File([file], `Pasted ${day} ${time}${file.name.slice('image'.length)}`, { type: file.type, lastModified: now.getTime() });
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');
