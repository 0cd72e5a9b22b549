import { uploadFiles } from '@vitrine/contract/files.endpoints';
import { useState } from 'react';
import { call } from '../../../lib/api-client.ts';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useApiMutation } from '../../../lib/use-api-mutation.ts';
import { getPhotoError } from '../photo-rules.ts';

/** Keeps a picture as an upload of one's own; it becomes a profile's or a family's when that is saved with it. */
async function uploadPicture(file: File): Promise<string> {
  const form = new FormData();
  form.set('file', file);
  const [uploaded] = await call(uploadFiles, { query: { fileType: 'image' }, body: form });
  return uploaded?.key ?? '';
}

/** A picture is uploaded when it is chosen, so that it is seen as the server keeps it; what it is for takes it with Save. */
export function usePhoto(before: string | null) {
  const [key, setKey] = useState(before);
  const [fault, setFault] = useState<string>();
  const upload = useApiMutation({ change: uploadPicture, stale: [] }, { onSuccess: (uploaded) => setKey(uploaded) });
  const choose = (next: string | null) => {
    setFault(undefined);
    upload.reset();
    setKey(next);
  };
  return {
    key,
    isUploading: upload.isPending,
    error: fault ?? (upload.error ? getErrorMessage(upload.error) : undefined),
    choose: (file: File) => {
      const found = getPhotoError(file);
      setFault(found);
      if (!found) upload.mutate(file);
    },
    remove: () => choose(null),
    /** Back to the picture there was at first. */
    reset: () => choose(before),
  };
}

export type PhotoUpload = ReturnType<typeof usePhoto>;
