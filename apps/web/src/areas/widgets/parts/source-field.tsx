import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Source, SourceKindName, WidgetSource } from '@vitrine/contract/sources';
import { useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { PencilIcon, PlusIcon } from '../../../ui/app-icons.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { RetryIcon } from '../../../ui/icons.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { sourceListOptions, useFetchSource } from '../../sources/api/sources.ts';
import { SourceForm } from '../../sources/parts/source-form.tsx';
import { SourceState } from '../../sources/parts/source-state.tsx';
import { isFetched } from '../../sources/source-labels.ts';
import styles from './widgets.module.css';

const TITLES: Record<SourceKindName, string> = {
  feed: 'Headlines from',
  calendar: 'Calendar',
  table: 'Data of the table',
  weather: 'Weather for',
};

interface SourceFieldProps {
  kind: SourceKindName;
  /** Empty while none is chosen. */
  sourceId: string;
  /** Source of a stored widget. It may belong to another person, whose sources are not listed here. */
  stored: WidgetSource | null;
  error: string | undefined;
  onChange: (sourceId: string) => void;
}

/** Chooses the data of a widget among the account's sources of the right kind, or adds a source in place. */
export function SourceField({ kind, sourceId, stored, error, onChange }: SourceFieldProps) {
  const list = useQuery(sourceListOptions(useAccountInView()));
  const [form, setForm] = useState<'add' | 'edit' | null>(null);
  if (list.isPending) return <Skeleton style={{ height: 68 }} />;
  if (list.isLoadingError) return <LoadFailure message={getErrorMessage(list.error)} onRetry={() => void list.refetch()} />;
  const sources = (list.data ?? []).filter((source) => source.kind === kind);
  const chosen = sources.find(({ _id }) => _id === sourceId);
  const foreign = stored && !stored.isOwn && !sources.some(({ _id }) => _id === stored._id) ? stored : null;
  const options = [...(foreign ? [{ value: foreign._id, label: `${foreign.name} (from another person)` }] : []), ...sources.map(toOption)];
  const isAdding = form === 'add' || options.length === 0;
  const choose = (id: string) => {
    setForm(null);
    onChange(id);
  };
  return (
    <Stack as="fieldset" gap={3} className={styles.source}>
      <legend className={styles.sectionTitle}>{TITLES[kind]}</legend>
      {options.length > 0 && (
        <SelectField
          required
          label="Data source"
          placeholder={sourceId === '' ? 'Choose a data source' : undefined}
          value={sourceId}
          options={options}
          error={error && !isAdding ? 'Choose or add a data source.' : undefined}
          onChange={({ target }) => choose(target.value)}
        />
      )}
      {chosen && form === null && (
        <output>
          <SourceState source={chosen} />
        </output>
      )}
      {foreign?._id === sourceId && form === null && (
        <Text size="sm" tone="soft">
          This data belongs to another person, who can change it.
        </Text>
      )}
      {chosen && form === 'edit' && (
        <SourceForm
          key={chosen._id}
          source={chosen}
          submitLabel="Save and fetch"
          onSaved={() => setForm(null)}
          onCancel={() => setForm(null)}
        />
      )}
      {isAdding ? (
        <SourceForm
          kind={kind}
          submitLabel="Get data"
          error={error ? 'Get the data first, so that the widget has something to show.' : undefined}
          onSaved={({ _id }) => choose(_id)}
          onCancel={options.length > 0 ? () => setForm(null) : undefined}
        />
      ) : (
        form === null && (
          <Row wrap align="center" gap={2}>
            {chosen && <SourceActions source={chosen} onEdit={() => setForm('edit')} />}
            <Button icon={<PlusIcon size={18} />} onClick={() => setForm('add')}>
              Add data source
            </Button>
            <Link to="/main/sources" className={buttonClass('quiet')}>
              All data sources
            </Link>
          </Row>
        )
      )}
    </Stack>
  );
}

const toOption = ({ _id, name }: Source) => ({ value: _id, label: name });

/** Ways to correct the chosen source. */
function SourceActions({ source, onEdit }: { source: Source; onEdit: () => void }) {
  const fetchNow = useFetchSource({ onError: (error) => toast.error(getErrorMessage(error)) });
  const isFailing = source.state === 'failing';
  return (
    <>
      {isFailing && isFetched(source) && (
        <Button icon={<RetryIcon size={18} />} isLoading={fetchNow.isPending} onClick={() => fetchNow.mutate(source._id)}>
          Try again
        </Button>
      )}
      <Button icon={<PencilIcon size={18} />} onClick={onEdit}>
        {isFailing && source.hasAddress ? 'Correct the address' : 'Edit data source'}
      </Button>
    </>
  );
}
