/**
 * A program on the screen's machine may do and measure what a browser cannot. It says so by putting an object of this
 * shape on the window before the page runs (docs/guides/companion.md). Without one, these things are answered honestly.
 */
interface Companion {
  reboot?: () => Promise<void> | void;
  powerOff?: () => Promise<void> | void;
  /** Of the machine, for the register. */
  serialNumber?: string;
  /** Degrees Celsius, and whether the supply sags. */
  health?: () => { temperature?: number; underVoltage?: boolean };
}

declare global {
  interface Window {
    vitrineCompanion?: Companion;
  }
}

/** Returns an empty object without a window, as in the simulated screens of tools/simulate. */
export const getCompanion = (): Companion => (typeof window === 'undefined' ? {} : (window.vitrineCompanion ?? {}));

export function readSensors(): { temperature: number | null; underVoltage: boolean | null } {
  const { temperature = null, underVoltage = null } = getCompanion().health?.() ?? {};
  return { temperature, underVoltage };
}

/** What this screen can do that a browser alone cannot. */
export const readRemoteAbilities = (): { canReboot: boolean; canPowerOff: boolean } => ({
  canReboot: getCompanion().reboot !== undefined,
  canPowerOff: getCompanion().powerOff !== undefined,
});
