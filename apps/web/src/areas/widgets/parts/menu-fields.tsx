import { type MenuDish, type SettingsOf, WIDGET_LIMITS } from '@vitrine/contract/widgets';
import { useId } from 'react';
import { ChevronUpIcon, MoreIcon, PlusIcon } from '../../../ui/app-icons.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ChevronDownIcon } from '../../../ui/icons.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { VisuallyHidden } from '../../../ui/text.tsx';
import { FieldNote, TextField } from '../../../ui/text-field.tsx';
import { CheckField } from '../../../ui/toggles.tsx';
import { type FieldErrors, type FieldsProps, moveBy, removeAt, replaceAt } from './widget-form.ts';
import styles from './widgets.module.css';

type Settings = SettingsOf<'menu'>;
type Section = Settings['sections'][number];

const EMPTY_DISH: MenuDish = { name: '', description: '', price: '', timedPrices: [], isSoldOut: false };

/** Sections with their dishes. */
export function MenuFields({ settings, onChange, errors }: FieldsProps<Settings>) {
  const { sections } = settings;
  const noteId = useId();
  const setSections = (next: Section[]) => onChange({ ...settings, sections: next });
  return (
    <>
      <TextField
        required
        label="Title"
        maxLength={WIDGET_LIMITS.title}
        value={settings.title}
        error={errors.get('title')}
        onChange={({ target }) => onChange({ ...settings, title: target.value })}
      />
      {sections.map((section, index) => (
        <SectionFields
          // biome-ignore lint/suspicious/noArrayIndexKey: sections have no identity but their place
          key={index}
          section={section}
          number={index + 1}
          path={`sections.${index}`}
          errors={errors}
          onChange={(next) => setSections(replaceAt(sections, index, next))}
          onMove={(step) => setSections(moveBy(sections, index, step))}
          onDelete={sections.length > 1 ? () => setSections(removeAt(sections, index)) : undefined}
        />
      ))}
      <FieldNote id={noteId} error={errors.get('sections')} />
      <Button
        icon={<PlusIcon size={18} />}
        disabled={sections.length >= WIDGET_LIMITS.sections}
        onClick={() => setSections([...sections, { name: '', dishes: [EMPTY_DISH] }])}
      >
        Add a section
      </Button>
      <TextField
        label="Note at the bottom"
        maxLength={WIDGET_LIMITS.text}
        value={settings.note}
        error={errors.get('note')}
        onChange={({ target }) => onChange({ ...settings, note: target.value })}
      />
      <TextField
        required
        label="Text for what is sold out"
        maxLength={40}
        value={settings.soldOutText}
        error={errors.get('soldOutText')}
        onChange={({ target }) => onChange({ ...settings, soldOutText: target.value })}
      />
    </>
  );
}

interface SectionFieldsProps {
  section: Section;
  /** From 1. */
  number: number;
  path: string;
  errors: FieldErrors;
  onChange: (section: Section) => void;
  onMove: (step: 1 | -1) => void;
  /** Undefined for the only section. */
  onDelete: (() => void) | undefined;
}

function SectionFields({ section, number, path, errors, onChange, onMove, onDelete }: SectionFieldsProps) {
  const { dishes } = section;
  const setDishes = (next: MenuDish[]) => onChange({ ...section, dishes: next });
  return (
    <Stack as="fieldset" gap={3} className={styles.section}>
      <legend className={styles.sectionTitle}>Section {number}</legend>
      <Row align="end" gap={2}>
        <TextField
          className={styles.grow}
          label="Name of the section"
          maxLength={WIDGET_LIMITS.dishName}
          value={section.name}
          error={errors.get(`${path}.name`)}
          onChange={({ target }) => onChange({ ...section, name: target.value })}
        />
        <MoveMenu label={`Actions for section ${number}`} onMove={onMove} deleteLabel="Delete section" onDelete={onDelete} />
      </Row>
      {dishes.map((dish, index) => (
        <DishFields
          // biome-ignore lint/suspicious/noArrayIndexKey: dishes have no identity but their place
          key={index}
          dish={dish}
          label={`dish ${index + 1} of section ${number}`}
          path={`${path}.dishes.${index}`}
          errors={errors}
          onChange={(next) => setDishes(replaceAt(dishes, index, next))}
          onMove={(step) => setDishes(moveBy(dishes, index, step))}
          onDelete={dishes.length > 1 ? () => setDishes(removeAt(dishes, index)) : undefined}
        />
      ))}
      <Button kind="quiet" icon={<PlusIcon size={18} />} onClick={() => setDishes([...dishes, EMPTY_DISH])}>
        Add a dish
      </Button>
    </Stack>
  );
}

interface DishFieldsProps {
  dish: MenuDish;
  /** Such as 'dish 2 of section 1'. */
  label: string;
  path: string;
  errors: FieldErrors;
  onChange: (dish: MenuDish) => void;
  onMove: (step: 1 | -1) => void;
  /** Undefined for the only dish of a section. */
  onDelete: (() => void) | undefined;
}

function DishFields({ dish, label, path, errors, onChange, onMove, onDelete }: DishFieldsProps) {
  return (
    <Stack as="fieldset" gap={2} className={styles.dish}>
      <VisuallyHidden as="legend">{label}</VisuallyHidden>
      <Row align="start" gap={2}>
        <TextField
          className={styles.grow}
          required
          label="Dish"
          maxLength={WIDGET_LIMITS.dishName}
          value={dish.name}
          error={errors.get(`${path}.name`)}
          onChange={({ target }) => onChange({ ...dish, name: target.value })}
        />
        <TextField
          className={styles.price}
          label="Price"
          maxLength={WIDGET_LIMITS.price}
          value={dish.price}
          error={errors.get(`${path}.price`)}
          onChange={({ target }) => onChange({ ...dish, price: target.value })}
        />
      </Row>
      <TextField
        label="Description"
        maxLength={WIDGET_LIMITS.dishDescription}
        value={dish.description}
        error={errors.get(`${path}.description`)}
        onChange={({ target }) => onChange({ ...dish, description: target.value })}
      />
      {dish.timedPrices.map((timed, index) => (
        <TimedPriceFields
          // biome-ignore lint/suspicious/noArrayIndexKey: prices have no identity but their place
          key={index}
          timed={timed}
          path={`${path}.timedPrices.${index}`}
          errors={errors}
          onChange={(next) => onChange({ ...dish, timedPrices: replaceAt(dish.timedPrices, index, next) })}
          onDelete={() => onChange({ ...dish, timedPrices: removeAt(dish.timedPrices, index) })}
        />
      ))}
      <Row wrap align="center" justify="between" gap={2}>
        <CheckField label="Sold out" isOn={dish.isSoldOut} onChange={(isSoldOut) => onChange({ ...dish, isSoldOut })} />
        <Row align="center" gap={1}>
          <Button
            kind="quiet"
            disabled={dish.timedPrices.length >= WIDGET_LIMITS.prices}
            onClick={() => onChange({ ...dish, timedPrices: [...dish.timedPrices, { from: '14:00', to: '17:00', price: '' }] })}
          >
            Add price by time
          </Button>
          <MoveMenu label={`Actions for ${label}`} onMove={onMove} deleteLabel="Delete dish" onDelete={onDelete} />
        </Row>
      </Row>
    </Stack>
  );
}

type TimedPrice = MenuDish['timedPrices'][number];

interface TimedPriceFieldsProps {
  timed: TimedPrice;
  path: string;
  errors: FieldErrors;
  onChange: (timed: TimedPrice) => void;
  onDelete: () => void;
}

function TimedPriceFields({ timed, path, errors, onChange, onDelete }: TimedPriceFieldsProps) {
  return (
    <Row wrap align="end" gap={2}>
      <TextField
        label="From"
        type="time"
        value={timed.from}
        error={errors.get(`${path}.from`)}
        onChange={({ target }) => onChange({ ...timed, from: target.value })}
      />
      <TextField
        label="To"
        type="time"
        value={timed.to}
        error={errors.get(`${path}.to`)}
        onChange={({ target }) => onChange({ ...timed, to: target.value })}
      />
      <TextField
        className={styles.price}
        label="Price"
        maxLength={WIDGET_LIMITS.price}
        value={timed.price}
        error={errors.get(`${path}.price`)}
        onChange={({ target }) => onChange({ ...timed, price: target.value })}
      />
      <Button kind="quiet" onClick={onDelete}>
        Remove
      </Button>
    </Row>
  );
}

interface MoveMenuProps {
  label: string;
  onMove: (step: 1 | -1) => void;
  deleteLabel: string;
  onDelete: (() => void) | undefined;
}

function MoveMenu({ label, onMove, deleteLabel, onDelete }: MoveMenuProps) {
  return (
    <Menu trigger={<IconButton label={label} icon={<MoreIcon />} />}>
      <MenuItem icon={<ChevronUpIcon size={18} />} onSelect={() => onMove(-1)}>
        Move up
      </MenuItem>
      <MenuItem icon={<ChevronDownIcon size={18} />} onSelect={() => onMove(1)}>
        Move down
      </MenuItem>
      {onDelete && (
        <MenuItem isDanger onSelect={onDelete}>
          {deleteLabel}
        </MenuItem>
      )}
    </Menu>
  );
}
