import styles from './changed-fields.module.css';

/** A field that someone else changed while a form was open, with the texts that it shows. */
export interface ChangedField {
  label: string;
  before: string;
  after: string;
}

/** Lists what someone else changed while a form was open. */
export function ChangedFields({ changes }: { changes: readonly ChangedField[] }) {
  if (changes.length === 0) return null;
  return (
    <dl className={styles.list}>
      {changes.map(({ label, before, after }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <del>{before || '–'}</del> → <ins>{after || '–'}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
