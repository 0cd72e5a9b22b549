type Area = 'localStorage' | 'sessionStorage';

/** Values that the browser refused to store. They last until one is stored, or as long as the page. */
const unstored = new Map<string, string>();

/** Reads a value that `writeValue` stored. Browsers that refuse storage throw on any access to it. */
export function readValue(name: string, area: Area = 'localStorage'): string | null {
  try {
    return unstored.get(name) ?? window[area].getItem(name);
  } catch {
    return null;
  }
}

export function writeValue(name: string, value: string, area: Area = 'localStorage'): void {
  try {
    window[area].setItem(name, value);
    unstored.delete(name);
  } catch (cause) {
    unstored.set(name, value);
    console.info(`${name} is not stored:`, cause);
  }
}
