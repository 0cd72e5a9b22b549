import { PLAN_LIMITS } from '@vitrine/contract/plans';
import { useRef, useState } from 'react';
import { PencilIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { CheckIcon } from '../../../ui/icons.tsx';
import { Text } from '../../../ui/text.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { SwitchField } from '../../../ui/toggles.tsx';
import styles from './feature-list.module.css';

interface Feature {
  text: string;
  isIncluded: boolean;
}

interface FeatureListProps {
  features: readonly Feature[];
  onChange: (features: Feature[]) => void;
  error?: string;
}

/** Features of a plan's card: each included or not, editable in place, with a new one at the end. */
export function FeatureList({ features, onChange, error }: FeatureListProps) {
  const [edited, setEdited] = useState<number | null>(null);
  const [added, setAdded] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const replace = (index: number, part: Partial<Feature>) =>
    onChange(features.map((feature, place) => (place === index ? { ...feature, ...part } : feature)));
  const add = () => {
    if (added.trim() === '') return;
    onChange([...features, { text: added.trim(), isIncluded: true }]);
    setAdded('');
    box.current?.focus();
  };
  return (
    <fieldset className={styles.features}>
      <legend>Features</legend>
      <ul>
        {features.map((feature, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may read the same while one is typed.
          <li key={index}>
            {edited === index ? (
              <TextField
                label={`Edit feature ${index + 1}`}
                value={feature.text}
                maxLength={PLAN_LIMITS.feature}
                onChange={(event) => replace(index, { text: event.target.value })}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return;
                  event.preventDefault();
                  setEdited(null);
                }}
                trailing={<IconButton label="Done" icon={<CheckIcon size={18} />} onClick={() => setEdited(null)} />}
              />
            ) : (
              <div className={styles.line}>
                <div className={styles.words}>
                  <SwitchField
                    label={feature.text || 'Feature'}
                    isOn={feature.isIncluded}
                    onChange={(isIncluded) => replace(index, { isIncluded })}
                  />
                </div>
                <IconButton label={`Edit “${feature.text}”`} icon={<PencilIcon size={18} />} onClick={() => setEdited(index)} />
                <IconButton
                  label={`Delete “${feature.text}”`}
                  icon={<TrashIcon size={18} />}
                  onClick={() => onChange(features.filter((_, place) => place !== index))}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      {features.length < PLAN_LIMITS.features && (
        <div className={styles.line}>
          <TextField
            ref={box}
            className={styles.words}
            label="Add feature"
            value={added}
            maxLength={PLAN_LIMITS.feature}
            onChange={(event) => setAdded(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add();
            }}
          />
          <Button onClick={add} disabled={added.trim() === ''}>
            Add
          </Button>
        </div>
      )}
      {error && (
        <Text tone="danger" size="sm" role="alert">
          {error}
        </Text>
      )}
    </fieldset>
  );
}
