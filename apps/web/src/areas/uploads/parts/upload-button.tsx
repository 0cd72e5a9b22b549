import { type RefObject, useEffect, useRef } from 'react';
import { FolderIcon, UploadIcon } from '../../../ui/app-icons.tsx';
import { Button, type ButtonKind, IconButton } from '../../../ui/button.tsx';
import { useOpenPlans } from '../../accounts/parts/plan-usage.tsx';
import { useChooserTypes } from '../../media/api/accepted-files.ts';
import { ACCEPTED_TYPES, classifyFiles } from '../accepted-files.ts';
import { addFiles } from '../add-files.ts';
import { hasSeveralFolders } from '../folder-albums.ts';
import { setWaitingFiles } from '../upload-target.ts';
import styles from './file-drop.module.css';

interface UploadButtonProps {
  albumId: string;
  kind?: ButtonKind;
  label?: string;
  isDisabled?: boolean;
  onStarted?: () => void;
}

/** Chooses files, or a folder with all its content. */
export function UploadButton({ albumId, kind = 'primary', label = 'Upload media', isDisabled, onStarted }: UploadButtonProps) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const upgrade = useOpenPlans();
  const takeFolder = (chosen: File[]) => {
    const files = chosen.toSorted(byPath);
    if (hasSeveralFolders(classifyFiles(files).accepted)) setWaitingFiles({ files, albumId });
    else void take(files);
  };
  const take = async (chosen: File[]) => {
    if (await addFiles(chosen, albumId, upgrade)) onStarted?.();
  };
  return (
    <span className={styles.pair}>
      <Button kind={kind} icon={<UploadIcon size={18} />} disabled={isDisabled} onClick={() => files.current?.click()}>
        {label}
      </Button>
      <HiddenFileInput ref={files} label={`${label}: choose files`} onChosen={(chosen) => void take(chosen)} />
      <IconButton
        className={styles.folder}
        label="Upload folder"
        icon={<FolderIcon size={18} />}
        disabled={isDisabled}
        onClick={() => folder.current?.click()}
      />
      <HiddenFileInput ref={folder} label={`${label}: choose a folder`} isFolder onChosen={takeFolder} />
    </span>
  );
}

const byPath = (one: File, other: File): number =>
  one.webkitRelativePath.localeCompare(other.webkitRelativePath, undefined, { numeric: true });

interface HiddenInputProps {
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  isFolder?: boolean;
  onChosen: (files: File[]) => void;
}

/** The browser's own chooser; a button opens it. */
export function HiddenFileInput({ ref, label, isFolder = false, onChosen }: HiddenInputProps) {
  const latest = useRef(onChosen);
  useEffect(() => {
    latest.current = onChosen;
    const input = ref.current;
    if (!input) return;
    // A native handler, because the file dialog may be open when this element is removed, such as an empty album's when its first photo arrives. The
    // selection still counts.
    input.onchange = () => {
      const chosen = [...(input.files ?? [])];
      // The same choice again must count as a change.
      input.value = '';
      latest.current(chosen);
    };
  });
  const accept = useChooserTypes(ACCEPTED_TYPES);
  const look = isFolder ? { webkitdirectory: '' } : { accept };
  return <input ref={ref} type="file" multiple hidden aria-label={label} {...look} />;
}
