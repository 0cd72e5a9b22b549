import { useRef } from 'react';
import { Button, type ButtonKind } from '../../../ui/button.tsx';
import { UploadIcon } from '../../../ui/icons.tsx';
import { ACCEPT } from '../accepted-files.ts';
import { useAddFiles } from '../hooks/use-add-files.ts';

interface UploadButtonProps {
  albumId: string;
  kind?: ButtonKind;
  label?: string;
  isDisabled?: boolean;
  onStarted?: () => void;
}

export function UploadButton({ albumId, kind = 'primary', label = 'Upload media', isDisabled, onStarted }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const addFiles = useAddFiles();
  const onChange = (event: React.ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // The same choice again must count as a change.
    event.target.value = '';
    if (addFiles(files, albumId)) onStarted?.();
  };
  return (
    <>
      <Button kind={kind} icon={<UploadIcon size={18} />} disabled={isDisabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input ref={input} type="file" multiple hidden accept={ACCEPT} aria-label={`${label}: choose files`} onChange={onChange} />
    </>
  );
}
