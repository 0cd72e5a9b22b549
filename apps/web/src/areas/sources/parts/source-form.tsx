import { useQuery } from '@tanstack/react-query';
import type { Source, SourceKindName } from '@vitrine/contract/sources';
import { type KeyboardEvent, useRef, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { FormError } from '../../../ui/text-field.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { sourceOptions, useCreateSource, useEditSource } from '../api/sources.ts';
import { createDraft, findDraftErrors, getOptionalAddressHint, type SourceDraft, toDraft, toSourceInput } from '../source-draft.ts';
import { focusFirstError } from './shared-source-fields.tsx';
import { SourceFields } from './source-fields.tsx';

interface SourceFormProps {
  /** Kind of a new source. */
  kind?: SourceKindName;
  /** Source that is edited. */
  source?: Source;
  submitLabel: string;
  /** Message of the form around this one. */
  error?: string;
  /** Called when the server has stored the source. Its data arrives later. */
  onSaved: (source: Source) => void;
  onCancel?: () => void;
}

/** Fields of a data source with their own buttons, within another form. */
export function SourceForm({ kind, source, ...rest }: SourceFormProps) {
  const details = useQuery({ ...sourceOptions(source?._id ?? ''), enabled: source !== undefined });
  if (kind !== undefined) return <DraftForm initial={createDraft(kind)} {...rest} />;
  if (details.isLoadingError) return <LoadFailure message={getErrorMessage(details.error)} onRetry={() => void details.refetch()} />;
  if (!source || !details.data) return <Skeleton style={{ height: 180 }} />;
  const { address } = details.data;
  return (
    <DraftForm source={source} initial={toDraft(source, address)} optionalAddressHint={getOptionalAddressHint(details.data)} {...rest} />
  );
}

interface DraftFormProps extends Omit<SourceFormProps, 'kind'> {
  initial: SourceDraft;
  optionalAddressHint?: string | undefined;
}

function DraftForm({ source, initial, optionalAddressHint, submitLabel, error, onSaved, onCancel }: DraftFormProps) {
  const [draft, setDraft] = useState(initial);
  const [isTried, setTried] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const account = useAccountInView();
  const after = { onSuccess: (saved: Source, _input: unknown, refreshed: Promise<unknown>) => refreshed.then(() => onSaved(saved)) };
  const create = useCreateSource(account, after);
  const edit = useEditSource(account, after);
  const failure = create.error ?? edit.error;
  const typed = draft.format === 'typed' ? source?.settings : undefined;
  const findErrors = () => findDraftErrors(draft, { isAddressOptional: optionalAddressHint !== undefined, typed });
  const save = () => {
    setTried(true);
    if (findErrors().size > 0) return fields.current && focusFirstError(fields.current);
    const input = toSourceInput(draft, typed);
    if (source) edit.mutate({ sourceId: source._id, change: input });
    else create.mutate(input);
  };
  // Enter saves the source, and not the form around it.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    save();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the fields in it have the focus.
    <div ref={fields} onKeyDown={onKeyDown}>
      <Stack gap={4}>
        <SourceFields
          hasInterval={source !== undefined}
          draft={draft}
          onChange={setDraft}
          errors={isTried ? findErrors() : new Map()}
          optionalAddressHint={optionalAddressHint}
        />
        {failure && <FormError>{getErrorMessage(failure)}</FormError>}
        {error && <FormError>{error}</FormError>}
        <Row wrap gap={2}>
          <Button isLoading={create.isPending || edit.isPending} onClick={save}>
            {submitLabel}
          </Button>
          {onCancel && (
            <Button kind="quiet" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </Row>
      </Stack>
    </div>
  );
}
