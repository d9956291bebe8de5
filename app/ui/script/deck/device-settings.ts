/** What is remembered on this device: voice, captions, speed. A browser may keep nothing. */
export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(`deck-${name}`);
  } catch {
    return null;
  }
}

/** Remembers a choice. */
export function saveSetting(name: string, value: string): void {
  try {
    localStorage.setItem(`deck-${name}`, value);
  } catch {
    // The choice holds for this page.
  }
}
