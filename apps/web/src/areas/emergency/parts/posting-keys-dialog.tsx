import { editPostingKeysBody } from '@vitrine/contract/cap-feeds';
import { type FormEvent, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useSavePostingKeys } from '../api/cap-feeds.ts';
import { SignatureFields } from './signature-fields.tsx';

interface PostingKeysDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Certificates and keys as PEM; null when signatures are not required. */
  postingKeys: string | null;
}

/** Requires a signature of CAP alerts that programs post, or none. */
export const PostingKeysDialog = (props: PostingKeysDialogProps) => <PostingKeysForm key={String(props.isOpen)} {...props} />;

function PostingKeysForm({ isOpen, onClose, postingKeys }: PostingKeysDialogProps) {
  const [trustedKeys, setTrustedKeys] = useState(postingKeys);
  const [isTried, setTried] = useState(false);
  const save = useSavePostingKeys({
    onSuccess: () => {
      toast.success('Changes saved.');
      onClose();
    },
  });
  const error = editPostingKeysBody.safeParse({ trustedKeys }).error?.issues[0]?.message;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (error === undefined) save.mutate(trustedKeys);
  };
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Posted CAP alerts"
      size="medium"
      submitLabel="Save"
      isSubmitting={save.isPending}
      failure={save.error ? getErrorMessage(save.error) : undefined}
      onSubmit={submit}
    >
      <Stack gap={4}>
        <Text size="sm" tone="soft">
          Programs post alerts with an API token. With a signature, a program that passes on the alerts of an authority can’t change them.
        </Text>
        <SignatureFields trustedKeys={trustedKeys} onChange={setTrustedKeys} error={isTried ? error : undefined} />
      </Stack>
    </FormDialog>
  );
}
