import { useEffect, useEffectEvent, useState } from 'react';
import { UploadIcon } from '../../../ui/icons.tsx';
import { useAddFiles } from '../hooks/use-add-files.ts';
import styles from './drop-zone.module.css';

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** Files may be dropped anywhere in the window while this is mounted. */
export function DropZone({ albumId, albumName }: { albumId: string; albumName: string }) {
  const [isOver, setIsOver] = useState(false);
  const addFiles = useAddFiles();
  const add = useEffectEvent((files: File[]) => void addFiles(files, albumId));
  useEffect(() => {
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth += 1;
      setIsOver(true);
    };
    const leave = () => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) setIsOver(false);
    };
    const over = (event: DragEvent) => hasFiles(event) && event.preventDefault();
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setIsOver(false);
      add([...(event.dataTransfer?.files ?? [])]);
    };
    const events = { dragenter: enter, dragleave: leave, dragover: over, drop } as const;
    for (const [name, act] of Object.entries(events)) window.addEventListener(name, act as EventListener);
    return () => {
      for (const [name, act] of Object.entries(events)) window.removeEventListener(name, act as EventListener);
    };
  }, []);
  return isOver ? (
    <div className={styles.zone}>
      <p className={styles.words}>
        <UploadIcon size={32} />
        Drop to add to “{albumName}”
      </p>
    </div>
  ) : null;
}
