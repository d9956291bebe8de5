import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  changePasswordSchema,
  newPasswordSchema,
  profileSchema,
  registrationSchema,
  signInSchema,
} from '#app/domain/accounts/schemas.server.ts';

// The site's name is a setting.
beforeAll(() => {
  vi.stubEnv('DATABASE_URL', 'postgresql://no-database-is-needed');
});

const password = 'correct-horse-9';
const registration = {
  firstName: ' Ada ',
  lastName: 'Example',
  email: ' Ada@Example.COM ',
  password,
  confirmPassword: password,
  acceptTerms: 'on',
};

/** The fields that are wrong, with what is said of them. */
function problemsOf({
  error,
}: {
  error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined;
}) {
  return (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);
}

describe('a registration', () => {
  it('is taken with names trimmed and the address in small letters', () => {
    expect(registrationSchema.parse(registration)).toMatchObject({
      firstName: 'Ada',
      email: 'ada@example.com',
    });
  });

  it.each([
    ['firstName', { firstName: '  ' }, 'Please enter your first name'],
    ['lastName', { lastName: 'x'.repeat(81) }, 'Please use at most 80 characters'],
    ['email', { email: 'ada' }, 'Please enter a valid e-mail address'],
    ['email', { email: `${'a'.repeat(250)}@example.com` }, 'This e-mail address is too long'],
    ['acceptTerms', { acceptTerms: '' }, 'Please accept the terms and the privacy policy'],
  ])('is refused for its %s', (field, fields, message) => {
    expect(problemsOf(registrationSchema.safeParse({ ...registration, ...fields }))).toContainEqual([
      field,
      message,
    ]);
  });
});

describe('a password that is chosen', () => {
  it.each([
    ['registering', registrationSchema, registration],
    ['by a mailed link', newPasswordSchema, {}],
    ['in the profile', changePasswordSchema, { currentPassword: 'x' }],
  ])('is to be a good one, and typed twice the same: %s', (_, schema, fields) => {
    const typed = { ...fields, password, confirmPassword: password };
    expect(problemsOf(schema.safeParse(typed))).toEqual([]);
    expect(problemsOf(schema.safeParse({ ...typed, confirmPassword: 'correct-horse-8' }))).toEqual([
      ['confirmPassword', 'Passwords do not match'],
    ]);
    expect(problemsOf(schema.safeParse({ ...typed, password: 'abc', confirmPassword: 'abc' }))).toEqual([
      ['password', 'Password must be at least 6 characters long'],
    ]);
  });
});

it('signing in takes any password that could once have been chosen, and none that is endless', () => {
  const email = 'ada@example.com';
  expect(signInSchema.safeParse({ email, password: 'abc' }).success).toBe(true);
  expect(problemsOf(signInSchema.safeParse({ email, password: 'x'.repeat(1_001) }))).toEqual([
    ['password', 'This password is too long'],
  ]);
});

it('a profile needs a name alone; the rest is trimmed and limited', () => {
  expect(profileSchema.parse({ name: 'Ada', company: ' Example ' })).toEqual({
    name: 'Ada',
    phone: '',
    company: 'Example',
    role: 'Member',
    bio: '',
  });
  const tooLong = { name: '', phone: 'x'.repeat(41), company: 'x'.repeat(121), role: 'x'.repeat(81) };
  expect(
    problemsOf(profileSchema.safeParse({ ...tooLong, bio: 'x'.repeat(2_001) })).map(([at]) => at),
  ).toEqual(['name', 'phone', 'company', 'role', 'bio']);
});
