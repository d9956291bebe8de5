import { expect, it } from 'vitest';
import { appInWords, deviceInWords } from '#app/domain/people/safety/device-words.ts';

const chrome = (system: string, more = '') =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36${more}`;

it.each([
  [chrome('Windows NT 10.0; Win64; x64'), 'Chrome on Windows'],
  [chrome('Windows NT 10.0; Win64; x64', ' Edg/141.0.0.0'), 'Edge on Windows'],
  [chrome('X11; Linux x86_64', ' OPR/120.0.0.0'), 'Opera on Linux'],
  [chrome('Linux; Android 15; Pixel 9'), 'Chrome on Android'],
  [chrome('X11; CrOS x86_64 14541.0.0'), 'Chrome on ChromeOS'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_1) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari on a Mac',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari on an iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
    'Chrome on an iPhone',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Windows'],
  ['Lynx/2.9.0dev.12 libwww-FM/2.14', 'Lynx'],
  ['SomethingElse (Windows)', 'A browser on Windows'],
  ['curl/8.5.0', 'An unknown device'],
  ['', 'An unknown device'],
  [null, 'An unknown device'],
])('%s', (userAgent, words) => {
  expect(deviceInWords(userAgent)).toBe(words);
});

it.each([
  ['node', 'An app (Node.js)'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
    'An app (Firefox on Windows)',
  ],
  ['something else', 'An app'],
  [null, 'An app'],
])('an app that calls itself %j is %j', (userAgent, words) => {
  expect(appInWords(userAgent)).toBe(words);
});
