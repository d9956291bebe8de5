import { execFileSync } from 'node:child_process';

/** The headless shell needs a quarter less of the processor than the whole browser, and behaves alike. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** The browser named in CHROMIUM_PATH, else the system's; undefined where there is none. */
export function findChromium(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const script = names.map((name) => `command -v ${name}`).join(' || ');
  try {
    return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}
