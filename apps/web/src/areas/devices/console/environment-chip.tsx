import type { Environment, RegisterEntry } from '@vitrine/contract/console-devices';
import { ChevronDownIcon } from '../../../ui/icons.tsx';
import { Menu, MenuChoices } from '../../../ui/menu.tsx';
import { ENVIRONMENT_CHOICES } from './environments.ts';
import styles from './screen-registry.module.css';

interface EnvironmentChipProps {
  entry: RegisterEntry;
  /** For those who may; another one was chosen. */
  onChange: ((to: Environment) => void) | undefined;
}

/** Where a screen is, and the menu of where it can be. */
export function EnvironmentChip({ entry: { deviceId, environment }, onChange }: EnvironmentChipProps) {
  if (!onChange)
    return (
      <span className={styles.chip} data-environment={environment}>
        {environment}
      </span>
    );
  const chip = (
    <button type="button" className={styles.chip} data-environment={environment} aria-label={`Environment for ${deviceId}: ${environment}`}>
      {environment}
      <ChevronDownIcon size={14} />
    </button>
  );
  return (
    <Menu trigger={chip} align="start">
      <MenuChoices
        label="Environment"
        value={environment}
        onChange={(to) => to !== environment && onChange(to)}
        choices={ENVIRONMENT_CHOICES}
      />
    </Menu>
  );
}
