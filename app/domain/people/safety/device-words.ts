// What browsers call themselves names several others; the first that fits is the one.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
  [/^Lynx\//, 'Lynx'],
  [/^w3m\//, 'w3m'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b|\bMac OS X\b/, 'a Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const nameIn = (names: typeof browsers, text: string) => names.find(([pattern]) => pattern.test(text))?.[1];

/** A device in words, by what its browser calls itself: "Firefox on Windows". No more is claimed than that. */
export function deviceInWords(userAgent: string | null): string {
  const browser = nameIn(browsers, userAgent ?? '');
  const system = nameIn(systems, userAgent ?? '');
  if (!browser && !system) return 'An unknown device';
  return system ? `${browser ?? 'A browser'} on ${system}` : `${browser}`;
}

/** What apps that are no browsers call themselves. */
const runtimes: readonly (readonly [RegExp, string])[] = [
  [/^node(?:$|[-/ ])|\bundici\b/i, 'Node.js'],
  [/^Deno\//i, 'Deno'],
  [/^Bun\//i, 'Bun'],
  [/\bDart\/|\bDart\b/, 'a Flutter app'],
  [/\bCFNetwork\//, 'an Apple device'],
  [/\bokhttp\//i, 'Android'],
  [/^python|\bhttpx\b/i, 'Python'],
];

/** An app that is signed in through the API, in words: "An app (Firefox on Windows)", "An app (Node.js)", "An app". */
export function appInWords(userAgent: string | null): string {
  const runtime = nameIn(runtimes, userAgent ?? '');
  const browser = deviceInWords(userAgent);
  if (runtime) return `An app (${runtime})`;
  return browser === 'An unknown device' ? 'An app' : `An app (${browser})`;
}
