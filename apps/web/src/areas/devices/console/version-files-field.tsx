import { VERSION_LIMITS } from '@vitrine/contract/version-limits';
import { type ChangeEvent, useId, useRef } from 'react';
import { formatBytes, formatCount } from '../../../lib/format.ts';
import { DocumentIcon, FolderIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { readFolderFiles, readZipFile, type VersionFiles } from './version-files.ts';
import styles from './version-files-field.module.css';

interface FilesFieldProps {
  chosen: VersionFiles | null;
  onChoose: (chosen: VersionFiles | null) => void;
  /** The version has files already, whose place these take. */
  hasFiles: boolean;
  /** Percent of what has left; null while nothing is sent. */
  sent: number | null;
  onStop: () => void;
}

const LIMITS = `A build of the screen, with its index.html: at most ${VERSION_LIMITS.filesMax} files and ${VERSION_LIMITS.bytesMax / 1024 / 1024} MB.`;

/** Files of a version, as a zip or a folder. */
export function FilesField({ chosen, onChoose, hasFiles, sent, onStop }: FilesFieldProps) {
  const zip = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const take = (choose: (files: File[]) => VersionFiles) => (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // The same may be chosen again.
    event.target.value = '';
    if (files.length > 0) onChoose(choose(files));
  };
  return (
    <fieldset className={styles.field} aria-describedby={noteId}>
      <legend className={styles.legend}>Files</legend>
      <p className={styles.state}>
        {hasFiles ? 'Its files lie here. Others take their place, unless screens have them.' : 'None yet: staged updates need them.'}
      </p>
      <div className={styles.buttons}>
        <Button icon={<DocumentIcon size={18} />} disabled={sent !== null} onClick={() => zip.current?.click()}>
          Choose a zip
        </Button>
        <Button icon={<FolderIcon size={18} />} disabled={sent !== null} onClick={() => folder.current?.click()}>
          Choose a folder
        </Button>
      </div>
      <input
        ref={zip}
        hidden
        type="file"
        accept=".zip,application/zip"
        aria-label="Zip with the files"
        onChange={take(([file]) => readZipFile(file as File))}
      />
      <input
        ref={folder}
        hidden
        type="file"
        {...{ webkitdirectory: '' }}
        multiple
        aria-label="Folder with the files"
        onChange={take((files) => readFolderFiles(files))}
      />
      {chosen && (
        <div className={styles.chosen}>
          <span className={styles.name}>{chosen.name}</span>
          <span className={styles.size}>
            {chosen.parts.length > 1 && `${formatCount(chosen.parts.length, 'file')}, `}
            {formatBytes(chosen.sizeBytes)}
          </span>
          <IconButton
            label={`Do not send ${chosen.name}`}
            icon={<CloseIcon size={16} />}
            disabled={sent !== null}
            onClick={() => onChoose(null)}
          />
        </div>
      )}
      {sent !== null && (
        <output className={styles.sending}>
          <Progress label="Sending the files" value={sent < 100 ? sent : null} />
          <span>{sent < 100 ? `Sending, ${Math.floor(sent)} %` : 'Checking the files'}</span>
          {sent < 100 && (
            <Button kind="quiet" onClick={onStop}>
              Stop sending
            </Button>
          )}
        </output>
      )}
      {chosen?.fault ? (
        <p id={noteId} className={styles.fault} role="alert">
          {chosen.fault}
        </p>
      ) : (
        <p id={noteId} className={styles.note}>
          {LIMITS}
        </p>
      )}
    </fieldset>
  );
}
