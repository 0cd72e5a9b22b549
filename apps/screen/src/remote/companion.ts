/**
 * Interface of a program on the screen's machine, which can do and measure what a browser cannot. The program sets an object of this shape on the window
 * before the page runs (docs/guides/companion.md). Without it, the screen reports these abilities as missing.
 */
export interface Companion {
  reboot?: () => Promise<void> | void;
  powerOff?: () => Promise<void> | void;
  /** Switches the panel on or off by the operating hours. The machine and the page keep running. */
  setPanelOn?: (isOn: boolean) => Promise<void> | void;
  /** Sets the backlight of the panel, in percent. Without it, the page darkens the picture. */
  setBrightness?: (percent: number) => Promise<void> | void;
  /** Returns a picture of what the display shows, as a PNG or JPEG. Without it, the page draws what it shows. */
  captureScreen?: () => Promise<Blob>;
  /** Serial number of the machine, for the screen registry. */
  serialNumber?: string;
  /** Returns the temperature in degrees Celsius and whether the power supply voltage is too low. */
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

/** Returns what this screen can do with the help of its companion program. */
export const readRemoteAbilities = (): { canReboot: boolean; canPowerOff: boolean } => ({
  canReboot: getCompanion().reboot !== undefined,
  canPowerOff: getCompanion().powerOff !== undefined,
});
