import { Autocomplete } from '@base-ui/react/autocomplete';
import { type KeyboardEvent, useId, useState } from 'react';
import fieldStyles from './field.module.css';
import menuStyles from './menu.module.css';
import popupStyles from './popup.module.css';
import { FieldNote } from './text-field.tsx';

interface SuggestFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Suggestions for the current text; an empty list is closed. */
  suggestions: readonly string[];
  /** Enter or a comma, or one of the suggestions. */
  onCommit: (value: string) => void;
  placeholder?: string;
  error?: string;
}

/** Text field with suggestions while typing. */
export function SuggestField({ label, value, onChange, suggestions, onCommit, placeholder, error }: SuggestFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const [isOpen, setIsOpen] = useState(false);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const isChosen = event.currentTarget.getAttribute('aria-activedescendant') !== null;
    if (event.key !== ',' && (event.key !== 'Enter' || isChosen)) return;
    event.preventDefault();
    onCommit(value);
  };
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <Autocomplete.Root
        items={suggestions}
        // A list without entries is not announced as an open one.
        open={isOpen && suggestions.length > 0}
        onOpenChange={setIsOpen}
        filter={null}
        value={value}
        onValueChange={(next, { reason }) => (reason === 'item-press' ? onCommit(next) : onChange(next.trimStart()))}
      >
        <div className={fieldStyles.box} data-invalid={error ? '' : undefined}>
          <Autocomplete.Input
            id={id}
            className={fieldStyles.input}
            placeholder={placeholder}
            autoComplete="off"
            inputMode="email"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? noteId : undefined}
            onKeyDown={onKeyDown}
          />
        </div>
        <Autocomplete.Portal>
          <Autocomplete.Positioner className={popupStyles.positioner} sideOffset={4}>
            <Autocomplete.Popup className={`${popupStyles.popup} ${menuStyles.popup} ${fieldStyles.popup}`}>
              <Autocomplete.List>
                {(suggestion: string) => (
                  <Autocomplete.Item key={suggestion} value={suggestion} className={menuStyles.item}>
                    {suggestion}
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
      <FieldNote id={noteId} error={error} />
    </div>
  );
}
