import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  connectSecretPaths,
  maskSecrets,
  maskSecretsInText,
} from '#app/platform/http/secret-paths.server.ts';
import routes from '#app/routes.ts';

interface Entry {
  path?: string | undefined;
  children?: Entry[] | undefined;
}

const patterns = (routes as Entry[]).flatMap(function list({ path, children }): string[] {
  return [...(path ? [path] : []), ...(children ?? []).flatMap(list)];
});

beforeAll(() => connectSecretPaths(patterns));

/** Parameters of routes that are no secret: who may see what they name is asked anew at each request, or they name something public. */
const noSecrets = [
  ...['answerId', 'attachmentId', 'conversationId', 'deliveryId', 'endpointId', 'eventId', 'exportId', 'id'],
  ...[
    'affiliateImportId',
    'contentImportId',
    'format',
    'giftId',
    'importId',
    'letterId',
    'linkId',
    'productKey',
    'part',
    'segmentId',
    'sequenceId',
    'stepId',
    'suppressionId',
    'promotionCodeId',
    'mailId',
    'moveId',
    'materialId',
    'submissionId',
    'versionId',
    'paymentId',
    'pictureId',
    'postId',
    'threadId',
    'unmatchedId',
    'userId',
    'number',
    'month',
  ],
  ...[
    'calculatorSlug',
    'courseSlug',
    'guideSlug',
    'playbookSlug',
    'productSlug',
    'seriesSlug',
    'moduleSegment',
    'lesson',
  ],
  ...[
    'document',
    'newsMonth',
    'shelf',
    'name',
    'file',
    'reportFile',
    'image',
    'courseFile',
    'form',
    'kind',
    'provider',
    'resource',
  ],
  ...['section', 'template', 'requestKey', 'code', 'unmatchedId'],
];

describe('the parameters of routes', () => {
  it('are named `token` where they are a secret, and are known not to be elsewhere', () => {
    const names = new Set(
      patterns.flatMap((pattern) => [...pattern.matchAll(/:(\w+)/g)].map(([, name]) => name)),
    );
    expect(
      [...names].filter((name) => name !== 'token' && !noSecrets.includes(name ?? '')),
      'Name the parameter :token if whoever knows it gets in; else add it to noSecrets in tests/unit/secret-paths.test.ts',
    ).toEqual([]);
  });
});

const secret = '70val_5gpmy9E0uZTf0CXuY8gbLNBgY6gi6IDLwbxU0';
const secretRoutes = patterns.filter((pattern) => pattern.includes(':token'));

/** Ways to write one path: each leads to the same page, or to none. */
const spellings: [string, (path: string) => string][] = [
  ['plain', (path) => path],
  ['its data', (path) => `${path}.data`],
  ['a slash at its end', (path) => `${path}/`],
  ['double slashes', (path) => path.replaceAll('/', '//')],
  ['capitals', (path) => path.toUpperCase()],
  [
    'one letter encoded',
    (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  ],
  ['all encoded', (path) => path.replace(/[^/]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)],
  ['encoded twice', (path) => path.replace(/[a-z]/, (letter) => `%25${letter.charCodeAt(0).toString(16)}`)],
  ['encoded slashes', (path) => `/${path.slice(1).replaceAll('/', '%2F')}`],
  ['backslashes', (path) => path.replaceAll('/', '\\')],
  ['dots', (path) => `/x/..${path}`],
  ['something before it', (path) => `/nothing${path}`],
  ['something after it', (path) => `${path}/nothing`],
  ['another host', (path) => `http://elsewhere.example${path}`],
  ['what cannot be decoded', (path) => `${path}%ff`],
];

describe('maskSecrets', () => {
  it('knows routes with secrets', () => {
    expect(secretRoutes.length).toBeGreaterThanOrEqual(10);
  });

  it.each(spellings)('hides the secret of every mailed link, with %s', (_, spell) => {
    for (const pattern of secretRoutes) {
      const path = spell(`/${pattern.replace(':token', secret).replaceAll(/:\w+/g, '7')}`);
      const masked = maskSecrets(path);
      let seen = masked;
      for (let times = 0; times < 3; times += 1) seen = seen.replace(/%[0-9a-f]{2}/gi, decodeURIComponent);
      expect([pattern, seen.toLowerCase().includes(secret.slice(3, 12).toLowerCase())]).toEqual([
        pattern,
        false,
      ]);
      expect(masked).toContain('[secret]');
    }
  });

  it.each([
    ['/reset-password/abc', '/reset-password/[secret]'],
    ['/Reset-Password/TOKEN', '/reset-password/[secret]'],
    ['/Email-Course//Unsubscribe/TOKEN', '/email-course/unsubscribe/[secret]'],
    ['/support/thread/TOKEN/files/3', '/support/thread/[secret]'],
    ['/profile/billing/card/sub_1.x', '/profile/billing/card/[secret]'],
    ['/email-course/3', '/email-course/3'],
    ['/reset-password/', '/reset-password/'],
    ['/courses/SEO%20x', '/courses/SEO%20x'],
    [
      '/community/threads/01890a5d-ac96-774b-bcce-b302099a8057',
      '/community/threads/01890a5d-ac96-774b-bcce-b302099a8057',
    ],
    [
      '/training/guides/how-to-write-subject-lines-that-are-opened',
      '/training/guides/how-to-write-subject-lines-that-are-opened',
    ],
    [`/sign-ins/${secret}`, '/sign-ins/[secret]'],
  ])('logs %s as %s', (path, logged) => {
    expect(maskSecrets(path)).toBe(logged);
  });
});

describe('maskSecretsInText', () => {
  it.each([
    [`No route matches URL "/sign-in/${secret}"`, 'No route matches URL "/sign-in/[secret]"'],
    [`GET http://x/reset-password/${secret}?a=b failed`, 'GET /reset-password/[secret] failed'],
    ['POST /RESET-PASSWORD/short.data (404)', 'POST /reset-password/[secret] (404)'],
    [`'/nothing/${secret}'`, "'/nothing/[secret]'"],
    [`/sign%2Din%2f${secret} and %2Fsign-in%2Fshort`, '/sign-in/[secret] and /sign-in/[secret]'],
    [`first\n  second: /sign-in/${secret}`, 'first\n  second: /sign-in/[secret]'],
  ])('hides the secret that an error names: %s', (text, masked) => {
    expect(maskSecretsInText(text)).toBe(masked);
  });

  it.each([
    'Error: nothing there\n    at loader (file:///srv/app/routes/sign-in/token.tsx:12:3)',
    'Error: x\n    at file:///srv/build/server/assets/remember-referral.server-DxK3aB9c.js:1:20',
    'connect ECONNREFUSED 127.0.0.1:5432',
    'Unexpected token / in JSON, at "/pricing"',
  ])('leaves the rest as it is: %s', (text) => expect(maskSecretsInText(text)).toBe(text));
});

describe('the log', () => {
  it('masks what errors say', () => {
    expect(readFileSync('app/platform/log.server.ts', 'utf8')).toContain('maskSecretsInText(error)');
  });
});

it('is what the record of a request logs paths with', () => {
  const record = readFileSync('app/platform/http/request-record.server.ts', 'utf8');
  expect(record).toContain('path: maskSecrets(path)');
  const listener = readFileSync('app/platform/http/listener.server.ts', 'utf8');
  expect(listener).toContain('recordWhenClosed(request, response, open)');
  expect(listener).not.toContain("'request',");
});
