import { redirect } from 'react-router';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { RateLimitExceeded } from '#app/platform/rate-limit.server.ts';
import { formAction, parseForm, readAction, readIntent } from '#app/routes/http/form-action.server.ts';

const schema = z.object({ name: z.string(), password: z.string().optional(), cents: z.number().min(100) });

const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

const post = (fields: Record<string, string>) => ({
  request: new Request('http://site.invalid', { method: 'POST', body: new URLSearchParams(fields) }),
});

describe('formAction', () => {
  it('hands the command the values as the schema types them, and returns its answer', async () => {
    const action = formAction(async (_, form) => parseForm(form, schema));
    expect(await action(post({ name: 'Ada', cents: '250' }))).toEqual({ name: 'Ada', cents: 250 });
  });

  it('answers an invalid form with 422, the errors beside their fields, and what was typed except the password', async () => {
    let isRun = false;
    const action = formAction(async (_, form) => {
      parseForm(form, schema);
      isRun = true;
    });
    expect(await action(post({ name: 'Ada', password: 'secret', cents: '1' }))).toMatchObject({
      init: { status: 422 },
      data: {
        lastResult: { initialValue: { name: 'Ada', cents: '1' }, error: { cents: [expect.any(String)] } },
      },
    });
    expect(JSON.stringify(await action(post({ name: 'Ada', password: 'secret', cents: '1' })))).not.toContain(
      'secret',
    );
    expect(isRun).toBe(false);
  });

  it.each([
    [new Refusal('conflict', 'Taken.', 'name'), 409, { name: ['Taken.'] }],
    [new RateLimitExceeded(60), 429, { '': ['Too many attempts. Please try again in 60 seconds.'] }],
  ])('shows what the command refuses in the form: %s', async (refusal, status, error) => {
    const action = formAction(async () => {
      throw refusal;
    });
    expect(await action(post({ name: 'Ada' }))).toMatchObject({
      init: { status },
      data: { lastResult: { initialValue: { name: 'Ada' }, error } },
    });
  });

  it('answers with the error page and what was written, where what the form is about is gone', async () => {
    const action = formAction(async () => {
      throw new Refusal('not_found', 'There is no such letter any more.');
    });
    const form = {
      name: 'Ada',
      body: 'A text that took an hour to write.',
      password: 'quite a long one here',
    };
    await expect(action(post(form))).rejects.toMatchObject({
      init: { status: 404 },
      data: { message: expect.stringContaining('no such letter'), written: [form.body] },
    });
    expect(await action(post({ name: 'Ada' }))).toMatchObject({ init: { status: 404 } });
  });

  it.each([redirect('/login'), new Error('A bug.')])('throws on what is no refusal: %s', async (thrown) => {
    const action = formAction(async () => {
      throw thrown;
    });
    await expect(action(post({}))).rejects.toBe(thrown);
  });
});

it('refuses buttons that the page does not have, with 400', () => {
  expect(readAction(formOf({ id: 'a' }), z.object({ id: z.string() }))).toEqual({ id: 'a' });
  expect(() => readAction(formOf({}), z.object({ id: z.string() }))).toThrow(
    expect.objectContaining({ init: { status: 400 } }),
  );
  expect(readIntent(formOf({ intent: 'save' }), z.enum(['save']))).toBe('save');
  expect(() => readIntent(formOf({ intent: 'drop' }), z.enum(['save']))).toThrow(
    expect.objectContaining({ init: { status: 400 } }),
  );
});

it('leaves a number as text where coercion is turned off', () => {
  const text = z.object({ cents: z.string() });
  expect(parseForm(formOf({ cents: '250' }), text, { disableAutoCoercion: true })).toEqual({ cents: '250' });
});
