import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  changePasswordSchema,
  newPasswordSchema,
  profileSchema,
  registrationSchema,
  signInSchema,
  teamProfileSchema,
} from '#app/domain/people/accounts/schemas.server.ts';

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
    ['email', { email: 'ada' }, 'Please enter a valid email address'],
    ['email', { email: `${'a'.repeat(250)}@example.com` }, 'This email address is too long'],
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

describe('a name', () => {
  const registered = (fields: object) => registrationSchema.safeParse({ ...registration, ...fields });

  it('of nothing visible is missing', () => {
    expect(problemsOf(registered({ firstName: '\u200b\u3164\u2800\u202e' }))).toEqual([
      ['firstName', 'Please enter your first name'],
    ]);
    expect(problemsOf(profileSchema.safeParse({ name: '\u3164' }))).toEqual([
      ['name', 'Please enter your name'],
    ]);
  });

  it('is kept without what cannot be seen', () => {
    expect(registered({ firstName: 'A\u202eda\nMary', lastName: '\u200bLovelace' }).data).toMatchObject({
      firstName: 'Ada Mary',
      lastName: 'Lovelace',
    });
  });

  it("is not the site's, also in two fields", () => {
    const message = 'This name is reserved for our team. Please use your own';
    for (const [firstName, lastName] of [
      ['Marketing', 'Academy'],
      ['Help', 'Desk'],
      ['Marketing', '4cademy Team'],
    ])
      expect(problemsOf(registered({ firstName, lastName }))).toEqual([['lastName', message]]);
    expect(registered({ firstName: 'Joe', lastName: 'Root' }).success).toBe(true);
    expect(problemsOf(profileSchema.safeParse({ name: 'Site Admin' }))).toEqual([['name', message]]);
    expect(teamProfileSchema.safeParse({ name: 'Site Admin' }).success).toBe(true);
  });

  it('is no message', () => {
    const name = 'you won 500 USD, claim it at https://evil.example/claim';
    expect(problemsOf(registered({ firstName: name }))).toEqual([
      ['firstName', 'Please leave out links and email addresses'],
    ]);
    for (const field of ['name', 'company', 'role'])
      expect(problemsOf(profileSchema.safeParse({ name: 'Ada', [field]: name })).map(([at]) => at)).toEqual([
        field,
      ]);
  });

  it('of a registration can be endless no more than any other', () => {
    expect(problemsOf(registered({ firstName: '\u200b'.repeat(801) }))).toEqual([
      ['firstName', 'Please use at most 80 characters'],
    ]);
  });
});

describe('an address outside ASCII', () => {
  const addressOf = (email: string) => signInSchema.safeParse({ email, password: 'abc' });

  it('is taken where its domain is, in the form mail servers know', () => {
    expect(addressOf('User@MÜNCHEN.example').data?.email).toBe('user@xn--mnchen-3ya.example');
    expect(addressOf('user@xn--mnchen-3ya.example').data?.email).toBe('user@xn--mnchen-3ya.example');
    expect(addressOf('user@例え.テスト').data?.email).toBe('user@xn--r8jz45g.xn--zckzah');
  });

  it('is refused in words of its own where it stands before the @', () => {
    expect(problemsOf(addressOf('jürgen@example.com'))).toEqual([
      ['email', 'Please use an address with only the letters A to Z before the @'],
    ]);
  });

  it.each(['user@\u3002example', 'user@a\u200b b.example', 'ü', '@münchen.example', 'a@b@münchen.example'])(
    'is refused as no address: %s',
    (email) => expect(addressOf(email).success).toBe(false),
  );
});
