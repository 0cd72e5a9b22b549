import { VERSION_LIMITS } from '@vitrine/contract/version-limits';
import { type ChangeEvent, useId, useRef } from 'react';
import { formatBytes, formatCount } from '../../../lib/format.ts';
import { DocumentIcon, FolderIcon } from '../../../ui/app-icons.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Progress } from '../../../ui/loading.tsx';
import { Text } from '../../../ui/text.tsx';
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

const LIMITS = `A build of the screen app that contains index.html. Up to ${VERSION_LIMITS.filesMax} files and ${VERSION_LIMITS.bytesMax / 1024 / 1024} MB.`;

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
      <Text tone="soft" size="sm">
        {hasFiles
          ? 'Files uploaded. You can replace them until screens use this version.'
          : 'No files yet. Upload files to start staged updates.'}
      </Text>
      <Row wrap gap={2}>
        <Button icon={<DocumentIcon size={18} />} disabled={sent !== null} onClick={() => zip.current?.click()}>
          Choose zip file
        </Button>
        <Button icon={<FolderIcon size={18} />} disabled={sent !== null} onClick={() => folder.current?.click()}>
          Choose folder
        </Button>
      </Row>
      <input
        ref={zip}
        hidden
        type="file"
        accept=".zip,application/zip"
        aria-label="Zip file"
        onChange={take(([file]) => readZipFile(file as File))}
      />
      <input
        ref={folder}
        hidden
        type="file"
        {...{ webkitdirectory: '' }}
        multiple
        aria-label="Folder"
        onChange={take((files) => readFolderFiles(files))}
      />
      {chosen && (
        <div className={styles.chosen}>
          <Text as="span" breaks="never">
            {chosen.name}
          </Text>
          <Text as="span" tone="soft" size="sm">
            {chosen.parts.length > 1 && `${formatCount(chosen.parts.length, 'file')}, `}
            {formatBytes(chosen.sizeBytes)}
          </Text>
          <IconButton
            label={`Remove ${chosen.name}`}
            icon={<CloseIcon size={16} />}
            disabled={sent !== null}
            onClick={() => onChoose(null)}
          />
        </div>
      )}
      {sent !== null && (
        <output className={styles.sending}>
          <Progress label="Uploading files" value={sent < 100 ? sent : null} />
          <span>{sent < 100 ? `Uploading, ${Math.floor(sent)}%` : 'Checking files'}</span>
          {sent < 100 && (
            <Button kind="quiet" onClick={onStop}>
              Cancel upload
            </Button>
          )}
        </output>
      )}
      {chosen?.fault ? (
        <Text id={noteId} tone="danger" size="sm" role="alert">
          {chosen.fault}
        </Text>
      ) : (
        <Text id={noteId} tone="soft" size="sm">
          {LIMITS}
        </Text>
      )}
    </fieldset>
  );
}
