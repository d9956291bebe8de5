import { setTimeout as pause } from 'node:timers/promises';
import { demoAccounts } from '#app/domain/people/accounts/demo-accounts.server.ts';
import { type Answer, ask } from '#tests/cluster/client.ts';

/** Somebody who is signed in. */
export interface Person {
  email: string;
  cookie: string;
}

const password = 'a-good-password-1';
let registrations = 0;

/** What somebody new types into the form. */
export function newPerson(): { email: string; form: Record<string, string>; address: string } {
  registrations += 1;
  const email = `person.${registrations}@cluster.example.com`;
  const names = { firstName: 'Ada', lastName: 'Example', acceptTerms: 'on' };
  return {
    email,
    form: { ...names, email, password, confirmPassword: password },
    // Each in a network of their own, by which attempts are counted too.
    address: `100.${64 + (registrations >> 8)}.${registrations & 255}.1`,
  };
}

/** How often a form is sent again that a busy machine has answered 503. */
const patience = 20;

async function send(
  base: string,
  path: string,
  form: Record<string, string>,
  address: string,
): Promise<Answer> {
  for (let left = patience; ; left -= 1) {
    const answer = await ask(base, path, { form, address });
    if (answer.status !== 503 || left === 0) return answer;
    await pause(1_000);
  }
}

async function signIn(base: string, email: string, password: string, address: string): Promise<Person> {
  const { status, session } = await send(base, '/login', { email, password }, address);
  if (!session) throw new Error(`${email} could not sign in: ${status}`);
  return { email, cookie: session };
}

/** Registers somebody and signs them in. */
export async function makePerson(base: string): Promise<Person> {
  const { email, form, address } = newPerson();
  const { status } = await send(base, '/register', form, address);
  if (status !== 303) throw new Error(`${email} could not register: ${status}`);
  return signIn(base, email, password, address);
}

/** Those of the demo who are not admins: a session of each. */
export const signInDemoAccounts = (base: string) =>
  Promise.all(
    demoAccounts
      .filter(({ role }) => role !== 'admin')
      .map(({ email, password }, index) => signIn(base, email, password, `203.0.113.${index + 1}`)),
  );
