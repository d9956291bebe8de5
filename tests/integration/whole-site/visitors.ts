import { randomUUID } from 'node:crypto';
import type { Role } from '#app/domain/core/access/viewer.ts';
import { saveChoices, unsubscribeUrl } from '#app/domain/core/notifications/settings.server.ts';
import { subscribe } from '#app/domain/learning/email-course/subscriptions.server.ts';
import { letterUnsubscribeUrl } from '#app/domain/operating/letters/email-choices.server.ts';
import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import { requestEmailChange } from '#app/domain/people/accounts/email-change.server.ts';
import { resendVerification } from '#app/domain/people/accounts/email-verification.server.ts';
import { mailResetLink } from '#app/domain/people/accounts/password-reset.server.ts';
import { requestRecovery } from '#app/domain/people/accounts/recovery.server.ts';
import { mailSignInLink } from '#app/domain/people/accounts/sign-in-link.server.ts';
import { requestPayoutAddress } from '#app/domain/programme/payouts/addresses.server.ts';
import { closeOwnTicket } from '#app/domain/talk/support/replying.server.ts';
import { askAsVisitor, confirmTicket } from '#app/domain/talk/support/visitor-tickets.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { secondStepCookie } from '#app/routes/http/cookies.server.ts';
import { newAddress } from '#tests/integration/joining.ts';
import { newDeactivated, sure } from '#tests/integration/payees.ts';
import { knownPassword, linkIn, mailsTo, newEmail, newUser, newViewer } from '#tests/integration/people.ts';
import { codeNow, newConfirmed, newGuarded, signInToStep } from '#tests/integration/second-factors.ts';
import type { FormTable } from '#tests/integration/whole-site/twice.ts';

const password = 'a-good-password-1';
const registration = () => ({
  firstName: 'Ada',
  lastName: 'Example',
  email: newEmail(),
  password,
  confirmPassword: password,
  acceptTerms: 'on',
});

/** The path in the mail that was sent to an address last. */
async function mailed(email: string, prefix: string): Promise<string> {
  const [mail] = await mailsTo(email);
  return linkIn(mail?.text ?? '', prefix);
}

async function visitorsTicket(options: { isConfirmed?: boolean; isClosed?: boolean } = {}) {
  const email = newEmail();
  const question = { name: 'Ada', email, subject: 'A question', message: randomUUID() };
  await askAsVisitor(question, newAddress());
  const page = await mailed(email, '/support/thread/');
  const token = page.replace('/support/thread/', '');
  if (options.isConfirmed) await confirmTicket(token);
  if (options.isClosed) await closeOwnTicket({ token });
  return { page };
}

async function waitingStep() {
  const { user, secret } = await newGuarded();
  const token = await signInToStep(user.email);
  return { user, secret, token, cookie: secondStepCookie().serialize(token).split(';', 1)[0] ?? '' };
}

async function recovery() {
  const { user, token } = await waitingStep();
  await requestRecovery(await admit('second_step', newAddress()), token);
  return { page: await mailed(user.email, '/recover-account/') };
}

async function changeOfAddress(side: 'old' | 'new') {
  const { user, confirmed } = await newConfirmed();
  const email = newEmail();
  await requestEmailChange(confirmed, email);
  return { page: await mailed(side === 'old' ? user.email : email, '/email-change/') };
}

const entrance = (path: string, role: Role): FormTable[string] => ({
  '': async () => ({
    page: path,
    pick: { password: '' },
    type: { email: (await newUser({ role })).email, password: knownPassword },
  }),
  reset: async () => ({
    page: `${path}?mode=reset`,
    pick: { intent: 'reset' },
    type: { email: (await newUser()).email },
  }),
});

/** What visitors send, and whoever has a mailed link. */
export const formsOfVisitors: FormTable = {
  '/dev/design': {
    '': async () => ({ page: '/dev/design', pick: { theme: 'dark' } }),
  },
  '/login': {
    ...entrance('/login', 'member'),
    link: async () => ({
      page: '/login?mode=link',
      pick: { intent: 'link' },
      type: { email: (await newUser()).email },
    }),
    other_form: async () => ({
      page: '/login',
      to: '/login',
      type: { intent: 'other_form', to: 'register', email: newEmail() },
    }),
  },
  '/affiliate-login': entrance('/affiliate-login', 'affiliate'),
  '/register': {
    '': async () => ({ page: '/register', pick: { firstName: '' }, type: registration() }),
  },
  '/affiliate/sign-up': {
    '': async () => ({
      page: '/affiliate/sign-up',
      pick: { firstName: '' },
      type: { ...registration(), contactEmail: newEmail(), paypalEmail: newEmail() },
    }),
  },
  '/login/second-step': {
    '': async () => {
      const { secret, cookie } = await waitingStep();
      return { page: '/login/second-step', pick: { code: '' }, cookie, type: { code: codeNow(secret) } };
    },
  },
  '/login/second-step/lost': {
    '': async () => ({ page: '/login/second-step/lost', cookie: (await waitingStep()).cookie }),
  },
  '/recover-account/:token': {
    begin: async () => ({ ...(await recovery()), pick: { intent: 'begin' } }),
    stop: async () => ({ ...(await recovery()), pick: { intent: 'stop' } }),
  },
  '/sign-in/:token': {
    '': async () => {
      const { id, email } = await newUser();
      await mailSignInLink({ userId: id, returnTo: '/dashboard' });
      return { page: await mailed(email, '/sign-in/') };
    },
  },
  '/reset-password/:token': {
    '': async () => {
      const { id, email } = await newUser();
      await mailResetLink({ userId: id });
      const page = await mailed(email, '/reset-password/');
      return { page, type: { password, confirmPassword: password } };
    },
  },
  '/verify-email/:token': {
    '': async () => {
      const { id, email } = await newUser({ verified: false });
      await resendVerification(id);
      return { page: await mailed(email, '/verify-email/') };
    },
  },
  '/email-change/:token': {
    yes: async () => ({ ...(await changeOfAddress('old')), pick: { intent: 'yes' } }),
    no: async () => ({ ...(await changeOfAddress('new')), pick: { intent: 'no' } }),
  },
  '/payout-address/:token': {
    '': async () => {
      const email = newEmail();
      await requestPayoutAddress(sure(await newViewer({ role: 'affiliate' })), { email, country: 'US' });
      return { page: await mailed(email, '/payout-address/') };
    },
  },
  '/last-payout/:token': {
    '': async () => {
      const { email } = await newDeactivated();
      return { page: await mailed(email, '/last-payout/'), type: { email: newEmail(), country: 'US' } };
    },
  },
  '/email-course/unsubscribe/:token': {
    '': async () => {
      const viewer = await newViewer();
      await subscribe(viewer);
      return { page: await mailed(viewer.email, '/email-course/unsubscribe/') };
    },
  },
  '/emails/unsubscribe/:token': {
    '': async () => {
      const { id } = await newUser();
      const at = new Date();
      const letter = await prisma().letter.create({
        data: { subject: 'News', createdAt: at, updatedAt: at },
      });
      return { page: new URL(letterUnsubscribeUrl(letter.id, id)).pathname };
    },
  },
  '/notifications/unsubscribe/:token': {
    '': async () => {
      const { id } = await newUser();
      await saveChoices(id, { site: [], mail: ['thread'], push: [] });
      return { page: new URL(unsubscribeUrl(id)).pathname };
    },
  },
  '/support': {
    '': async () => ({
      page: '/support',
      pick: { name: '' },
      type: { name: 'Ada', email: newEmail(), subject: 'A question', message: 'How?' },
    }),
  },
  '/support/thread/:token': {
    confirm: async () => ({ ...(await visitorsTicket()), pick: { intent: 'confirm' } }),
    reply: async () => ({
      ...(await visitorsTicket({ isConfirmed: true })),
      pick: { intent: 'reply' },
      type: { message: 'One thing more' },
    }),
    close: async () => ({ ...(await visitorsTicket({ isConfirmed: true })), pick: { intent: 'close' } }),
    reopen: async () => ({
      ...(await visitorsTicket({ isConfirmed: true, isClosed: true })),
      pick: { intent: 'reopen' },
    }),
  },
};
