import { expect, it } from 'vitest';
import { scrub } from '#app/platform/errors/scrub.ts';

it.each([
  ['no account of Jo.Doe+x@example.com here', 'no account of [email] here'],
  [
    'connect to postgresql://academy:pass@db.example.com:5432/academy?sslmode=require failed',
    'connect to postgresql://db.example.com:5432/academy failed',
  ],
  [
    'GET https://api.example.com/v1/x?email=a%40b.de&token=1 gave 500',
    'GET https://api.example.com/v1/x gave 500',
  ],
  ['key sk_live_1234567890abcdef', 'key [secret]'],
  ['Bearer abcdefghijklmnop refused', '[secret] refused'],
  ['token 3q2-7wAbCdEfGhIjKlMnOpQrStUvWxYz0123456789_-AB is used up', 'token [secret] is used up'],
  [
    'user 0192f7a1-1111-7000-8000-000000000000 is locked',
    'user 0192f7a1-1111-7000-8000-000000000000 is locked',
  ],
  [
    'at answer (app/platform/http/listener.server.ts:210:5)',
    'at answer (app/platform/http/listener.server.ts:210:5)',
  ],
  [
    'at run (node_modules/@prisma/client/runtime/client.js:1:2)',
    'at run (node_modules/@prisma/client/runtime/client.js:1:2)',
  ],
  ['redirected to /login?email=a%40example.com', 'redirected to /login?email=[email]'],
])('%s', (text, scrubbed) => expect(scrub(text)).toBe(scrubbed));
