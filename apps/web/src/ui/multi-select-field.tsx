import { Combobox } from '@base-ui/react/combobox';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import fieldStyles from './field.module.css';
import { CloseIcon } from './icons.tsx';
import { Stack } from './layout.tsx';
import { Spinner } from './loading.tsx';
import menuStyles from './menu.module.css';
import styles from './multi-select-field.module.css';
import popupStyles from './popup.module.css';
import { Text } from './text.tsx';
import { FieldNote } from './text-field.tsx';

export interface MultiSelectChoice {
  id: string;
  label: string;
  note?: string;
  picture?: ReactNode;
  isDisabled?: boolean;
}

interface MultiSelectFieldProps {
  label: string;
  placeholder?: string;
  text: string;
  onTextChange: (text: string) => void;
  picked: readonly MultiSelectChoice[];
  onPick: (id: string) => void;
  onRemove: (id: string) => void;
  /** Suggestions for the current text, without selected items. */
  offers: readonly MultiSelectChoice[];
  /** Shown when there are no suggestions. */
  emptyText: string;
  /** Enter or a comma after a text. */
  onCommit: (text: string) => void;
  /** Which keyboard a phone shows. */
  inputMode?: 'email' | 'text';
  /** True while the text is being looked up. */
  isBusy?: boolean;
  error?: string;
  hint?: ReactNode;
}

/** Selects several items as chips, with suggestions while typing, which the caller provides. */
export function MultiSelectField({ picked, onPick, onRemove, offers, ...field }: MultiSelectFieldProps) {
  const change = (next: readonly MultiSelectChoice[], details: Combobox.Root.ChangeEventDetails) => {
    // Escape is for the dialog around it, and takes nothing away.
    if (details.reason === 'escape-key') return details.allowPropagation();
    const kept = new Set(next.map(({ id }) => id));
    const before = new Set(picked.map(({ id }) => id));
    for (const { id } of picked) if (!kept.has(id)) onRemove(id);
    for (const { id } of next) if (!before.has(id)) onPick(id);
  };
  return (
    <Combobox.Root
      multiple
      items={offers}
      filter={null}
      value={picked}
      onValueChange={change}
      isItemEqualToValue={(one: MultiSelectChoice, other: MultiSelectChoice) => one.id === other.id}
      itemToStringLabel={({ label }: MultiSelectChoice) => label}
      inputValue={field.text}
      onInputValueChange={(text, { reason }) => reason !== 'escape-key' && field.onTextChange(text.trimStart())}
    >
      <Box picked={picked} {...field} />
      <Combobox.Portal>
        <Combobox.Positioner className={popupStyles.positioner} sideOffset={4}>
          <Combobox.Popup className={`${popupStyles.popup} ${menuStyles.popup} ${styles.popup}`} aria-label={field.label}>
            <Combobox.Empty className={styles.empty}>{offers.length === 0 && field.emptyText}</Combobox.Empty>
            <Combobox.List>
              {(choice: MultiSelectChoice) => (
                <Combobox.Item key={choice.id} value={choice} disabled={choice.isDisabled} className={`${menuStyles.item} ${styles.offer}`}>
                  {choice.picture}
                  <Stack as="span" canShrink>
                    <Text as="span" breaks="never">
                      {choice.label}
                    </Text>
                    {choice.note && <span className={styles.note}>{choice.note}</span>}
                  </Stack>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

type BoxProps = Omit<MultiSelectFieldProps, 'onPick' | 'onRemove' | 'offers' | 'emptyText'>;

function Box({ label, placeholder, text, picked, onCommit, inputMode = 'email', isBusy, error, hint }: BoxProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const isOffered = event.currentTarget.getAttribute('aria-activedescendant') !== null;
    if (text.trim() === '' || (event.key !== ',' && (event.key !== 'Enter' || isOffered))) return;
    event.preventDefault();
    onCommit(text);
  };
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <Combobox.InputGroup className={`${fieldStyles.box} ${styles.box}`} data-invalid={error ? '' : undefined}>
        <Combobox.Chips className={styles.chips} aria-label={picked.length > 0 ? 'Selected' : undefined}>
          {picked.map((choice) => (
            <Combobox.Chip key={choice.id} className={styles.chip} aria-label={choice.label} aria-description="Press Backspace to remove">
              <Text as="span" breaks="never">
                {choice.label}
              </Text>
              <Combobox.ChipRemove className={styles.remove} aria-label={`Remove ${choice.label}`}>
                <CloseIcon size={14} />
              </Combobox.ChipRemove>
            </Combobox.Chip>
          ))}
          <Combobox.Input
            id={id}
            // While the offers are open everything else is hidden from assistive technology, the label too.
            aria-label={label}
            className={`${fieldStyles.input} ${styles.input}`}
            placeholder={picked.length > 0 ? ' ' : placeholder}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            inputMode={inputMode}
            aria-invalid={error ? true : undefined}
            aria-describedby={error || hint ? noteId : undefined}
            onKeyDown={onKeyDown}
          />
        </Combobox.Chips>
        {isBusy && <Spinner className={styles.busy} />}
      </Combobox.InputGroup>
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  );
}
