import { RouterContextProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { identifyViewer } from '#app/routes/http/identify-viewer.server.ts';

vi.mock('#app/domain/access/find-viewer.server.ts', () => ({ findViewer: async () => null }));
vi.mock('#app/routes/http/cookies.server.ts', () => ({
  sessionCookie: () => ({ name: 'session', parse: (cookie: string | null) => cookie }),
}));

it.each([
  ['signed-in users', ['a', 'b', 'c', 'd']],
  ['visitors', []],
  ['both in one line', ['b', 'd']],
])(
  'has %s answered one at each round of the loop, and looks at what else has come in between them',
  async (_, signedIn) => {
    const seen: string[] = [];
    const url = new URL('http://x/dashboard');
    const ask = (name: string) => {
      const next = async () => {
        seen.push(name);
        setImmediate(() => seen.push('something else'));
        return new Response();
      };
      const headers: Record<string, string> = signedIn.includes(name) ? { cookie: 'a-token' } : {};
      const args = { request: new Request(url, { headers }), url, pattern: '/dashboard', params: {} };
      return identifyViewer({ ...args, context: new RouterContextProvider() }, next);
    };
    await Promise.all(['a', 'b', 'c', 'd'].map(ask));
    const answered = seen.filter((name) => name.length === 1);
    expect(answered.toSorted()).toEqual(['a', 'b', 'c', 'd']);
    expect(seen.slice(0, seen.indexOf(answered[2] ?? ''))).toContain('something else');
  },
);
