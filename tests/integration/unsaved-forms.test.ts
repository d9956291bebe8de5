import { describe, expect, it } from 'vitest';
import { ask, get, port, postForm, withDemoSite } from '#tests/integration/running-site.ts';

withDemoSite();

const note = '/training/guides/purchase-cycle';

/** A form that takes files, as browsers send it. */
async function postWithFile(path: string, message: string, file: File) {
  const form = new FormData();
  form.set('message', message);
  form.set('files', file);
  const sent = new Response(form);
  return ask(port, path, {
    method: 'POST',
    headers: { 'content-type': sent.headers.get('Content-Type') ?? '' },
    body: Buffer.from(await sent.arrayBuffer()),
  });
}

describe('a form that is sent after the session has ended', () => {
  it('gives back what was written in it, as text, and keeps nothing', async () => {
    const words = 'Tulips & <b>roses</b></textarea>,\nthen the "rest".';
    const answer = await postForm(port, note, { intent: 'note', note: words });
    expect(answer.status).toBe(401);
    expect(answer.text).toContain('You are no longer signed in<');
    expect(answer.text).toContain('Tulips &amp; &lt;b&gt;roses&lt;/b&gt;&lt;/textarea&gt;,');
    expect(answer.text).not.toContain('<b>roses');
    expect(answer.text).toContain(`/login?redirectTo=${encodeURIComponent(note)}`);
    expect(answer.headers['cache-control']).toContain('no-store');
    expect((await get(note)).text).not.toContain('Tulips');
  });

  it.each(['/support', '/support/tickets/1000', '/admin/support/1000'])(
    'gives back what was written beside files: %s',
    async (path) => {
      const words = 'My card was charged twice this month.';
      for (const file of [new File([], ''), new File(['one two three '.repeat(9_000)], 'bill.txt')]) {
        const answer = await postWithFile(path, words, file);
        expect(answer.status).toBe(401);
        expect(answer.text).toContain(words);
        expect(answer.text).not.toContain('one two three');
      }
    },
  );

  it('is not read where its files are large: nobody in particular may have sent it', async () => {
    const file = new File(['x'.repeat(1_100_000)], 'bill.txt');
    const answer = await postWithFile('/support/tickets/1000', 'My card was charged twice this month.', file);
    expect(answer.status).toBe(303);
  });

  it('gives back a sheet that was filled in', async () => {
    const cells = Object.fromEntries(Array.from({ length: 192 }, (_, index) => [`r${index}`, '']));
    const words = 'Who buys our tulips, and why';
    const answer = await postForm(port, '/playbooks/any/template', { ...cells, last: words });
    expect(answer.status).toBe(401);
    expect(answer.text).toContain(words);
  });

  it('never shows a password', async () => {
    const secret = 'correct horse battery staple';
    const fields = { currentPassword: secret, password: secret, confirmPassword: secret };
    const answer = await postForm(port, '/change-password', fields);
    expect(answer.status).toBe(303);
    expect(answer.text).not.toContain('horse');
  });

  it('leads to the sign-in where nothing was written, or the form cannot be read', async () => {
    const forms: Record<string, string>[] = [
      { intent: 'save' },
      { intent: 'note', note: 'Two words' },
      { 'note[9]': 'a b '.repeat(9) },
    ];
    for (const fields of forms) {
      const answer = await postForm(port, note, fields);
      expect([answer.status, answer.headers.location]).toEqual([
        303,
        `/login?redirectTo=${encodeURIComponent(note)}`,
      ]);
    }
  });
});
