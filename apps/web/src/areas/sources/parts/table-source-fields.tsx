import { SOURCE_LIMITS } from '@vitrine/contract/sources';
import { useId } from 'react';
import { PlusIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { Text, VisuallyHidden } from '../../../ui/text.tsx';
import { FieldNote, TextField } from '../../../ui/text-field.tsx';
import { SwitchField } from '../../../ui/toggles.tsx';
import { AddressField, type SourceFieldsProps } from './shared-source-fields.tsx';
import styles from './sources.module.css';

const FORMATS = [
  { value: 'csv', label: 'CSV' },
  { value: 'json', label: 'JSON' },
] as const;

/** A table at an address: a CSV file, or a list in a JSON file whose columns are found with pointers. */
export function TableSourceFields(props: SourceFieldsProps) {
  const { draft, onChange } = props;
  if (draft.format === 'typed')
    return <Text tone="soft">The cells of this table were entered by hand. Only its name can be changed here.</Text>;
  return (
    <>
      <SegmentedChoice label="Format" value={draft.format} choices={FORMATS} onChange={(format) => onChange({ ...draft, format })} />
      {draft.format === 'csv' ? (
        <>
          <AddressField {...props} label="Address of the CSV file" placeholder="https://example.com/table.csv">
            Spreadsheet programs offer it when you publish or share a sheet as CSV.
          </AddressField>
          <SwitchField
            label="The first row contains the headings"
            isOn={draft.hasHead}
            onChange={(hasHead) => onChange({ ...draft, hasHead })}
          />
        </>
      ) : (
        <JsonFields {...props} />
      )}
    </>
  );
}

function JsonFields(props: SourceFieldsProps) {
  const { draft, onChange, errors } = props;
  return (
    <>
      <AddressField {...props} label="Address of the JSON file" placeholder="https://example.com/data.json">
        The response must contain a list. Each entry becomes a row.
      </AddressField>
      <TextField
        label="Pointer to the list"
        placeholder="/items"
        hint="Path to the list, such as /items. Leave it empty when the whole response is a list."
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={SOURCE_LIMITS.pointer}
        value={draft.rows}
        error={errors.get('rows')}
        onChange={({ target }) => onChange({ ...draft, rows: target.value })}
      />
      <JsonColumns {...props} />
    </>
  );
}

function JsonColumns({ draft, onChange, errors }: SourceFieldsProps) {
  const { columns } = draft;
  const noteId = useId();
  const setColumn = (index: number, change: Partial<(typeof columns)[number]>) =>
    onChange({ ...draft, columns: columns.map((column, at) => (at === index ? { ...column, ...change } : column)) });
  return (
    <Stack as="fieldset" gap={3} className={styles.columns}>
      <legend className={styles.legend}>Columns</legend>
      <Text size="sm" tone="soft">
        The pointer is the path to the value within an entry, such as /name or /price/amount.
      </Text>
      {columns.map((column, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their place
        <Row as="fieldset" wrap key={index} align="start" gap={2} className={styles.column}>
          <VisuallyHidden as="legend">Column {index + 1}</VisuallyHidden>
          <TextField
            className={styles.grow}
            label="Heading"
            autoComplete="off"
            maxLength={SOURCE_LIMITS.cell}
            value={column.name}
            error={errors.get(`columns.${index}.name`)}
            onChange={({ target }) => setColumn(index, { name: target.value })}
          />
          <Row align="start" gap={2} className={styles.withButton}>
            <TextField
              className={styles.grow}
              label="Pointer"
              placeholder="/name"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={SOURCE_LIMITS.pointer}
              value={column.pointer}
              error={errors.get(`columns.${index}.pointer`)}
              onChange={({ target }) => setColumn(index, { pointer: target.value })}
            />
            <IconButton
              className={styles.besideField}
              label={`Delete column ${index + 1}`}
              icon={<TrashIcon size={18} />}
              disabled={columns.length === 1}
              onClick={() => onChange({ ...draft, columns: columns.filter((_, at) => at !== index) })}
            />
          </Row>
        </Row>
      ))}
      <FieldNote id={noteId} error={errors.get('columns')} />
      <div>
        <Button
          icon={<PlusIcon size={18} />}
          disabled={columns.length >= SOURCE_LIMITS.columns}
          onClick={() => onChange({ ...draft, columns: [...columns, { name: '', pointer: '' }] })}
        >
          Add a column
        </Button>
      </div>
    </Stack>
  );
}
