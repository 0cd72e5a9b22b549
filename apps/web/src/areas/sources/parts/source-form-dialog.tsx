import { useQuery } from '@tanstack/react-query';
import { SOURCE_KINDS, type Source } from '@vitrine/contract/sources';
import { type FormEvent, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { sourceOptions, useCreateSource, useEditSource } from '../api/sources.ts';
import { createDraft, findDraftErrors, getOptionalAddressHint, type SourceDraft, toDraft, toSourceInput } from '../source-draft.ts';
import { KIND_LABELS } from '../source-labels.ts';
import { focusFirstError } from './shared-source-fields.tsx';
import { SourceFields } from './source-fields.tsx';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
}

const KINDS = SOURCE_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }));

/** Adds a data source of any kind. */
export const AddSourceDialog = (props: DialogProps) => <AddSourceForm key={String(props.isOpen)} {...props} />;

function AddSourceForm({ isOpen, onClose }: DialogProps) {
  const [draft, setDraft] = useState(() => createDraft('feed'));
  const [isTried, setTried] = useState(false);
  const create = useCreateSource(useAccountInView(), {
    onSuccess: ({ name }) => {
      toast.success(`“${name}” was added. Its data is being fetched.`);
      onClose();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (findDraftErrors(draft).size > 0) return focusFirstError(event.currentTarget);
    create.mutate(toSourceInput(draft));
  };
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Add data source"
      submitLabel="Add data source"
      isSubmitting={create.isPending}
      failure={create.error ? getErrorMessage(create.error) : undefined}
      onSubmit={submit}
    >
      <SelectField
        label="Kind of data"
        value={draft.kind}
        options={KINDS}
        onChange={({ target }) => {
          const kind = KINDS.find(({ value }) => value === target.value)?.value ?? draft.kind;
          setTried(false);
          setDraft({ ...createDraft(kind), name: draft.name, address: draft.address });
        }}
      />
      <SourceFields key={draft.kind} hasInterval draft={draft} onChange={setDraft} errors={isTried ? findDraftErrors(draft) : NO_ERRORS} />
    </FormDialog>
  );
}

interface EditSourceDialogProps extends DialogProps {
  source: Source | undefined;
}

/** Edits a data source. Its address is requested when the dialog opens. */
export const EditSourceDialog = (props: EditSourceDialogProps) => (
  <EditSourceForm key={props.isOpen ? props.source?._id : 'closed'} {...props} />
);

function EditSourceForm({ isOpen, onClose, source }: EditSourceDialogProps) {
  const details = useQuery({ ...sourceOptions(source?._id ?? ''), enabled: isOpen && source !== undefined });
  const [edited, setEdited] = useState<SourceDraft>();
  const [isTried, setTried] = useState(false);
  const edit = useEditSource(useAccountInView(), {
    onSuccess: () => {
      toast.success('Changes saved.');
      onClose();
    },
  });
  const stored = details.data;
  const draft = edited ?? (stored && toDraft(stored.source, stored.address));
  const optionalAddressHint = stored && getOptionalAddressHint(stored);
  const typed = draft?.format === 'typed' ? stored?.source.settings : undefined;
  const findErrors = () => (draft ? findDraftErrors(draft, { isAddressOptional: optionalAddressHint !== undefined, typed }) : NO_ERRORS);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (findErrors().size > 0) return focusFirstError(event.currentTarget);
    if (draft && source) edit.mutate({ sourceId: source._id, change: toSourceInput(draft, typed) });
  };
  return (
    <FormDialog
      isOpen={isOpen && source !== undefined}
      onClose={onClose}
      title="Edit data source"
      submitLabel="Save"
      isSubmitting={edit.isPending}
      isSubmitDisabled={!draft}
      failure={edit.error ? getErrorMessage(edit.error) : undefined}
      onSubmit={submit}
    >
      {draft ? (
        <SourceFields
          hasInterval
          draft={draft}
          onChange={setEdited}
          errors={isTried ? findErrors() : NO_ERRORS}
          optionalAddressHint={optionalAddressHint}
        />
      ) : (
        <LoadingFields error={details.error} onRetry={() => void details.refetch()} />
      )}
    </FormDialog>
  );
}

const NO_ERRORS: ReadonlyMap<string, string> = new Map();

const LoadingFields = ({ error, onRetry }: { error: Error | null; onRetry: () => void }) =>
  error ? <LoadFailure message={getErrorMessage(error)} onRetry={onRetry} /> : <Skeleton style={{ height: 280 }} />;
