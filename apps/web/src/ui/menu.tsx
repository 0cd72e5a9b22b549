import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { heldPressHandlers } from './hold-press.ts';
import { CheckIcon } from './icons.tsx';
import styles from './menu.module.css';
import popupStyles from './popup.module.css';

interface MenuProps {
  /** Button that opens the menu. */
  trigger?: ReactElement;
  /** The pressed button, when one menu serves many buttons. Requires `isOpen`. */
  anchor?: Element;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  children: ReactNode;
  align?: 'start' | 'end';
}

export function Menu({ trigger, anchor, isOpen, onOpenChange, children, align = 'end' }: MenuProps) {
  return (
    <Base.Root modal={false} open={isOpen} onOpenChange={onOpenChange}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Positioner className={popupStyles.positioner} anchor={anchor} align={align} sideOffset={6} collisionPadding={8}>
          <Base.Popup
            className={`${popupStyles.popup} ${styles.popup}`}
            finalFocus={anchor instanceof HTMLElement ? () => anchor : undefined}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface MenuItemProps {
  onSelect: () => void;
  icon?: ReactNode;
  isDanger?: boolean;
  isDisabled?: boolean;
  children: ReactNode;
}

export function MenuItem({ onSelect, icon, isDanger, isDisabled, children }: MenuItemProps) {
  return (
    <Base.Item
      {...heldPressHandlers}
      className={styles.item}
      data-danger={isDanger ? '' : undefined}
      disabled={isDisabled}
      onClick={onSelect}
    >
      <span className={styles.icon}>{icon}</span>
      {children}
    </Base.Item>
  );
}

/** Toggle in a menu. The menu stays open, so that the change is visible. */
export function MenuToggle({
  isOn,
  onChange,
  icon,
  children,
}: {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Base.CheckboxItem {...heldPressHandlers} className={styles.item} checked={isOn} onCheckedChange={onChange}>
      <span className={styles.icon}>{icon}</span>
      {children}
      <Base.CheckboxItemIndicator className={styles.indicator}>
        <CheckIcon size={16} />
      </Base.CheckboxItemIndicator>
    </Base.CheckboxItem>
  );
}

interface MenuChoicesProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  choices: readonly { value: T; label: string; icon?: ReactNode }[];
}

/** Radio group in a menu, such as a sort order. */
export function MenuChoices<T extends string>({ label, value, onChange, choices }: MenuChoicesProps<T>) {
  return (
    <Base.Group>
      <Base.GroupLabel className={styles.label}>{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(next) => onChange(next as T)}>
        {choices.map((choice) => (
          <Base.RadioItem {...heldPressHandlers} key={choice.value} value={choice.value} className={styles.item} closeOnClick>
            <span className={styles.icon}>{choice.icon}</span>
            {choice.label}
            <Base.RadioItemIndicator className={styles.indicator}>
              <CheckIcon size={16} />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

export function MenuDivider() {
  return <Base.Separator className={styles.divider} />;
}
