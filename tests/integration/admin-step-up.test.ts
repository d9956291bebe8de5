import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfirmationNeeded } from '#app/domain/core/access/admin-guard.server.ts';
import {
  levelMay,
  type Permission,
  permissions,
  wantsConfirmation,
} from '#app/domain/core/access/admin-policy.ts';
import { makeApiKey } from '#app/domain/core/api-keys/api-keys.server.ts';
import { beginAuditExport } from '#app/domain/core/audit/export.server.ts';
import { readAuditFilter } from '#app/domain/core/audit/filter.ts';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { receiveFile } from '#app/domain/operating/imports/receiving.server.ts';
import { appointAdmin } from '#app/domain/operating/users/admins.server.ts';
import {
  addNote,
  sendVerification,
  signOutEverywhere,
} from '#app/domain/operating/users/assist-user.server.ts';
import { deleteUser } from '#app/domain/operating/users/delete-user.server.ts';
import { editUser, editUserSchema } from '#app/domain/operating/users/edit-user.server.ts';
import { inviteUser } from '#app/domain/operating/users/invite-user.server.ts';
import { giveAccess, takeAccess } from '#app/domain/operating/users/user-access.server.ts';
import { findUserDetail } from '#app/domain/operating/users/user-detail.server.ts';
import { beginUserExport } from '#app/domain/operating/users/user-export.server.ts';
import { readUserFilter } from '#app/domain/operating/users/user-filter.ts';
import { setStatusOfMany } from '#app/domain/operating/users/user-status.server.ts';
import { beginView } from '#app/domain/operating/users/view-as.server.ts';
import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import { requestEmailChange } from '#app/domain/people/accounts/email-change.server.ts';
import { mailResetLink, resetPassword } from '#app/domain/people/accounts/password-reset.server.ts';
import { isSecondStepAwaited } from '#app/domain/people/accounts/second-step.server.ts';
import { trustBrowser } from '#app/domain/people/safety/trusted-browsers.server.ts';
import { cancelForUser } from '#app/domain/selling/billing/user-money.server.ts';
import { pauseForUser, resumeForUser } from '#app/domain/selling/pausing/pausing-for-user.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import { chunksOf } from '#tests/integration/import-files.ts';
import { newAddress, signInFrom } from '#tests/integration/joining.ts';
import { knownPassword, linkIn, mailsTo, newEmail, newSession, newUser } from '#tests/integration/people.ts';
import { withJobQueue } from '#tests/integration/queued-jobs.ts';
import { newGuarded, signInToStep } from '#tests/integration/second-factors.ts';
import { expectListed } from '#tests/support/expect-listed.ts';

withJobQueue();

/**
 * Every command of the domain that an admin gives (an exported function that takes an `Actor`), and the permissions of admin-policy.ts
 * that it asks for. A new one belongs in here: null says that it is called by others that have asked, or changes nothing.
 */
const commands: Record<string, readonly Permission[] | null> = {
  makeOperatorCode: ['promotions:manage'],
  startPriceMove: ['products:change'],
  stopPriceMove: ['products:change'],
  endOperatorCode: ['promotions:manage'],
  addCannedAnswer: ['tickets:answer'],
  editCannedAnswer: ['tickets:answer'],
  deleteCannedAnswer: ['tickets:answer'],
  answerTicket: ['tickets:answer'],
  noteOnTicket: ['tickets:answer'],
  assignTicket: ['tickets:answer'],
  setTicketOpen: ['tickets:answer'],
  assignTickets: ['tickets:answer'],
  setTicketsOpen: ['tickets:answer'],
  tagMany: ['users:assist'],
  removeSuppressions: ['letters:edit'],
  changeMany: null,
  deleteUnmatched: ['tickets:answer'],
  exportArchive: ['content:edit'],
  addImage: ['content:edit'],
  removeImage: ['content:archive'],
  publishCompanions: null,
  beginPiece: null,
  saveDraft: ['content:edit', 'legal:publish'],
  saveDraftWith: ['content:edit', 'legal:publish'],
  publishText: ['content:edit', 'legal:publish'],
  scheduleText: ['content:edit', 'legal:publish'],
  discardWaiting: ['content:edit', 'legal:publish'],
  discardWaitingWith: ['content:edit', 'legal:publish'],
  restoreVersion: ['content:edit', 'legal:publish'],
  archivePiece: ['content:archive'],
  // Of a course's outline: each saves or discards drafts, which ask.
  setAssignment: null,
  setCaptions: ['content:edit'],
  removeCaptions: null,
  addDownload: ['content:edit'],
  removeDownload: null,
  saveReleaseOfDraft: ['content:edit'],
  saveFigureDraft: null,
  chooseTools: null,
  keepCourseFile: null,
  addModule: null,
  moveModule: null,
  removeModule: null,
  renameModule: null,
  renameCourse: null,
  archiveCourse: ['content:archive'],
  unarchiveCourse: ['content:archive'],
  copyCourse: ['content:edit'],
  copyModule: ['content:edit'],
  // Of lists in a course's files, such as quizzes and slides: each saves a draft or publishes, which ask.
  addItem: null,
  editItem: null,
  moveItem: null,
  removeItem: null,
  replaceItems: null,
  addSlide: null,
  editSlide: null,
  moveSlide: null,
  removeSlide: null,
  makeSlides: null,
  publishDeck: null,
  // Of a sales page: each saves or discards a draft or publishes, which ask.
  addBlock: null,
  editBlock: null,
  moveBlock: null,
  removeBlock: null,
  beginSalesPage: null,
  publishSalesPage: null,
  discardSalesPage: null,
  // Of a quiz: each saves a draft or publishes, which ask.
  addQuestion: null,
  editQuestion: null,
  moveQuestion: null,
  removeQuestion: null,
  saveQuizSettings: null,
  publishQuiz: null,
  // Of files of questions and courses.
  requireUpload: ['content:edit'],
  receiveQuestions: ['content:edit'],
  stageImport: ['content:edit'],
  finishImport: null,
  discardContentImport: ['content:edit'],
  importQuestions: ['content:edit'],
  exportQuestions: ['content:edit'],
  receiveCourse: ['content:edit'],
  importCourse: ['content:edit'],
  exportCourse: ['content:edit'],
  keepImage: null,
  publishCourse: ['content:edit'],
  saveRelease: ['content:edit'],
  beginLearnerExport: ['users:export'],
  beginProgressExport: ['users:export'],
  beginAnswerExport: ['users:export'],
  beginModuleExport: ['users:export'],
  beginQuestionExport: ['users:export'],
  appointInstructor: ['assignments:appoint'],
  dismissInstructor: ['assignments:appoint'],
  addSuppression: ['letters:edit'],
  removeSuppression: ['letters:edit'],
  resendFromDesk: ['gifts:manage'],
  cancelGift: ['gifts:manage'],
  resolveFailedRefund: ['money:move'],
  leaveFailedRefund: ['money:move'],
  reapplyEvent: ['operations:run'],
  releaseHeld: ['money:move'],
  retryFailedJob: ['operations:run'],
  dismissFailedJob: ['operations:run'],
  retryFailedMail: ['operations:run'],
  makeDevopsKey: ['keys:manage'],
  makeKeyWithSecret: ['keys:manage'],
  rotateDevopsKey: ['keys:manage'],
  revokeDevopsKey: ['keys:manage'],
  readDevopsKeys: ['devops:read'],
  replayDelivery: ['operations:run'],
  replayAll: ['operations:run'],
  sendTest: ['webhooks:manage'],
  addEndpoint: ['webhooks:manage'],
  editEndpoint: ['webhooks:manage'],
  switchEndpoint: ['webhooks:manage'],
  rotateSecret: ['webhooks:manage'],
  deleteEndpoint: ['webhooks:manage'],
  turnEndpoint: null,
  beginAuditExport: ['audit:export'],
  recordAudit: null,
  markAnswerHandled: ['assistant:handle'],
  askAdjustment: ['money:move'],
  decideAdjustment: ['money:move'],
  decideLeaving: ['money:move'],
  addUnmatchedToTicket: ['tickets:answer'],
  openTicketFromUnmatched: ['tickets:answer'],
  sendVerification: ['users:send_link'],
  signOutEverywhere: ['users:sign_out'],
  addNote: ['users:assist'],
  addTag: ['users:assist'],
  removeTag: ['users:assist'],
  lockLetter: null,
  addLetter: ['letters:edit'],
  createLetter: null,
  addCourseLetter: ['letters:edit'],
  saveLetter: ['letters:edit'],
  deleteLetter: ['letters:edit'],
  sendTestLetter: ['letters:edit'],
  unscheduleLetter: ['letters:edit'],
  stopLetter: ['letters:edit'],
  sendLetterNow: ['letters:send'],
  scheduleLetter: ['letters:send'],
  resumeLetter: ['letters:send'],
  chooseSubject: ['letters:send'],
  queueTestMail: null,
  lockSequence: null,
  addSequence: ['letters:edit'],
  addWinBackSequence: ['letters:edit'],
  saveSequence: ['letters:edit'],
  deleteSequence: ['letters:edit'],
  addStep: ['letters:edit', 'letters:send'],
  saveStep: ['letters:edit', 'letters:send'],
  moveStep: ['letters:edit', 'letters:send'],
  removeStep: ['letters:edit', 'letters:send'],
  sendTestStep: ['letters:edit'],
  turnSequenceOn: ['letters:send'],
  pauseSequence: ['letters:edit'],
  archiveSequence: ['letters:edit'],
  removeFromSequence: ['letters:edit'],
  addSegment: ['segments:edit'],
  segmentWith: ['segments:edit'],
  createSegment: null,
  editSegment: ['segments:edit'],
  addCondition: ['segments:edit'],
  removeCondition: ['segments:edit'],
  deleteSegment: ['segments:edit'],
  saveView: ['dashboard:read'],
  changeView: ['dashboard:read'],
  renameView: ['dashboard:read'],
  deleteView: ['dashboard:read'],
  findOwnView: null,
  deleteUser: ['users:delete'],
  editUser: ['users:edit', 'users:set_address', 'roles:change'],
  inviteUser: ['users:invite', 'roles:change'],
  moderate: ['community:moderate', 'community:suspend'],
  sendBatch: ['money:move'],
  markPayoutPaid: ['money:move'],
  cancelPayoutFor: ['money:move'],
  retryPayout: ['money:move'],
  sendBatchAgain: ['money:move'],
  answerRefundRequest: ['money:move'],
  reviewCommission: ['money:move'],
  reviewCommissions: ['money:move'],
  markPayoutsPaid: ['money:move'],
  cancelPayouts: ['money:move'],
  retryPayouts: ['money:move'],
  beginPayoutExport: ['money:move'],
  changeSettings: null,
  addRedirects: ['redirects:change'],
  deleteRedirect: ['redirects:change'],
  addProduct: ['products:change'],
  editProduct: ['products:change'],
  setProductArchived: ['products:change'],
  retryProviders: ['products:change'],
  addPrice: ['products:change'],
  setPriceArchived: ['products:change'],
  setPriceAmounts: ['products:change'],
  takeTarget: ['admins:change'],
  giveAccess: ['roles:change'],
  takeAccess: ['roles:change'],
  beginUserExport: ['users:export'],
  refundPayment: ['money:move'],
  cancelForUser: ['money:move'],
  pauseForUser: ['money:move'],
  resumeForUser: ['money:move'],
  receiveAffiliateFile: ['users:import'],
  startAffiliateImport: ['users:import', 'roles:change', 'money:move'],
  undoAffiliateImport: ['users:import', 'roles:change', 'money:move'],
  discardAffiliateImport: ['users:import'],
  beginAffiliateRowsExport: ['users:import'],
  mapPrice: ['subscriptions:adopt'],
  unmapPrice: ['subscriptions:adopt'],
  nameSubscriptions: ['subscriptions:adopt'],
  startReading: ['subscriptions:adopt'],
  startAdopting: ['subscriptions:adopt'],
  decideSubscription: ['subscriptions:adopt'],
  startImportingPast: ['subscriptions:adopt'],
  removePastPayments: ['subscriptions:adopt'],
  receiveFile: ['users:import'],
  mapColumns: ['users:import'],
  startImport: ['users:import', 'roles:change'],
  undoImport: ['users:import'],
  discardImport: ['users:import'],
  beginRowsExport: ['users:import'],
  setStatus: ['users:set_status'],
  setStatusOfMany: ['users:set_status'],
  beginView: ['users:view_as'],
  endView: null,
  addAccount: ['users:invite'],
  createAccount: ['users:set_status'],
  inviteAccount: null,
  openInvitation: ['users:invite'],
  changeAccountByKey: ['users:edit', 'users:set_address'],
  deleteAccount: null,
  generateLink: ['users:send_link', 'users:set_address'],
  removeFactorOf: ['users:remove_factor'],
  removePasskeyOf: ['users:remove_factor'],
  takeAccount: null,
  auditedChange: null,
};

/** The exported functions of the domain that take an actor, with the text of their file. */
const inSource = globSync('app/domain/**/*.server.ts').flatMap((file) => {
  const text = readFileSync(file, 'utf8');
  const declared = /export (?:async )?(?:function|const) (\w+)(?: = (?:async )?)?(?:<[^>]*>)?\s*\(([^)]*)\)/g;
  return [...text.matchAll(declared)].flatMap(([, name = '', parameters = '']) =>
    /\bactor: Actor\b/.test(parameters) ? [{ name, text }] : [],
  );
});

describe('the table of what admins may do', () => {
  it('has every command that an admin gives, and no other', () => {
    expectListed(
      inSource.map(({ name }) => name),
      Object.keys(commands),
      {
        file: 'tests/integration/admin-step-up.test.ts',
        list: 'commands',
        line: (name) => `${name}: ['users:edit'], (the permissions it requires)`,
      },
    );
  });

  it.each(inSource)('$name asks for what the table says', ({ name, text }) => {
    for (const permission of commands[name] ?? []) {
      expect(permissions).toContain(permission);
      expect(text).toContain(`'${permission}'`);
    }
  });

  it('wants a confirmation for whatever opens an account to somebody, or shuts somebody out', () => {
    const powers = permissions.filter(
      (permission) =>
        permission.startsWith('users:') && !['users:read', 'users:assist', 'users:edit'].includes(permission),
    );
    for (const permission of [...powers, 'roles:change', 'admins:change', 'keys:manage'] as const)
      expect(wantsConfirmation(permission), permission).toBe(true);
  });
});

const edit = async (actor: Actor, id: string, changes: object) => {
  const user = await findUserDetail(id);
  if (!user) throw new Error('no such user');
  const { version, name, email, assignedRole: role, status, commissionRate } = user;
  const form = { version, name, email, role, status, commissionRate: String(commissionRate), ...changes };
  return editUser(actor, id, editUserSchema.parse(form));
};

/** What an admin can do with somebody else's account, and the permission that it takes. */
const actions: [string, Permission, (actor: Actor, id: string) => Promise<unknown>][] = [
  ['changes the address', 'users:set_address', (actor, id) => edit(actor, id, { email: newEmail() })],
  [
    'shuts somebody out by the form',
    'users:set_status',
    (actor, id) => edit(actor, id, { status: 'inactive' }),
  ],
  [
    'shuts somebody out in the list',
    'users:set_status',
    (actor, id) => setStatusOfMany(actor, [id], 'inactive'),
  ],
  ['gives a role', 'roles:change', (actor, id) => edit(actor, id, { role: 'reseller' })],
  ['sets a rate', 'roles:change', (actor, id) => edit(actor, id, { commissionRate: '99' })],
  ['signs somebody out', 'users:sign_out', signOutEverywhere],
  ['mails a link', 'users:send_link', sendVerification],
  [
    'invites somebody',
    'users:invite',
    (actor) => inviteUser(actor, { name: 'Ada', email: newEmail(), role: 'member' }),
  ],
  [
    'imports people',
    'users:import',
    (actor) => receiveFile(actor, { name: 'a.csv', chunks: chunksOf(`email\n${newEmail()}\n`) }),
  ],
  ['views as somebody', 'users:view_as', beginView],
  ['deletes somebody', 'users:delete', (actor, id) => deleteUser(actor, id, 'asked by mail')],
  [
    'gives access',
    'roles:change',
    (actor, id) => giveAccess(actor, id, { entitlement: 'membership', reason: 'a friend', endsOn: null }),
  ],
  [
    'takes access',
    'roles:change',
    (actor, id) => takeAccess(actor, id, { grant: randomUUID(), reason: 'no friend' }),
  ],
  [
    'cancels what is paid for',
    'money:move',
    (actor, id) => cancelForUser(actor, id, { of: 'membership', reason: 'asked by mail' }),
  ],
  [
    'pauses a membership',
    'money:move',
    (actor, id) => pauseForUser(actor, id, { months: 1, from: new Date(), reason: 'asked by mail' }),
  ],
  [
    'resumes a membership',
    'money:move',
    (actor, id) => resumeForUser(actor, id, { due: 4_700, reason: 'asked by mail' }),
  ],
  [
    'exports users',
    'users:export',
    (actor) => beginUserExport(actor, readUserFilter(new URLSearchParams()), 'csv'),
  ],
  [
    'exports the audit log',
    'audit:export',
    (actor) => beginAuditExport(actor, readAuditFilter(new URLSearchParams()), 'csv'),
  ],
];

const stateOf = (id: string) => prisma().user.findUniqueOrThrow({ where: { id } });

describe.each(['support', 'manager', 'owner'] as const)('a %s whose session has proven nothing', (level) => {
  it.each(actions)('%s only after confirming', async (_, permission, act) => {
    const { actor } = await newActor(level);
    await prisma().session.update({ where: { id: actor.sessionId ?? '' }, data: { confirmedAt: null } });
    const user = await newUser({ verified: false });
    const session = await newSession(user.id);
    const before = await stateOf(user.id);
    const attempt = act(actor, user.id);
    if (levelMay(level, permission)) await expect(attempt).rejects.toThrow(ConfirmationNeeded);
    else await expect(attempt).rejects.toMatchObject({ kind: 'not_allowed' });
    expect(await stateOf(user.id)).toEqual(before);
    expect(await prisma().session.count({ where: { userId: user.id, revokedAt: null } })).toBe(1);
    expect(await mailsTo(user.email)).toEqual([]);
    expect(session).toBeDefined();
  });

  it('still writes notes, and a manager names', async () => {
    const { actor } = await newActor(level);
    await prisma().session.update({ where: { id: actor.sessionId ?? '' }, data: { confirmedAt: null } });
    const user = await newUser();
    await addNote(actor, user.id, { text: 'Called.', formKey: randomUUID() });
    if (levelMay(level, 'users:edit')) expect(await edit(actor, user.id, { name: 'Another' })).toBe(true);
  });
});

describe('another address, set by an admin', () => {
  it('ends what was begun or set up under the one before, and keeps password and second factor', async () => {
    const { actor } = await newActor('manager');
    const { user, viewer, confirmed } = await newGuarded({ role: 'affiliate' });
    await makeApiKey(viewer, { name: 'k', formKey: randomUUID() });
    await requestEmailChange(confirmed, newEmail());
    await transaction((tx) => trustBrowser(tx, null, user.id));
    await mailResetLink({ userId: user.id });
    const pending = await signInToStep(user.email);
    const email = newEmail();
    await edit(actor, user.id, { email });
    expect(await isSecondStepAwaited(pending)).toBe(false);
    const where = { userId: user.id };
    expect(await prisma().session.count({ where: { ...where, revokedAt: null } })).toBe(0);
    expect(await prisma().apiKey.count({ where: { ...where, revokedAt: null } })).toBe(0);
    expect(await prisma().emailChange.count({ where })).toBe(0);
    expect(await prisma().trustedBrowser.count({ where })).toBe(0);
    expect(await prisma().accountToken.count({ where: { ...where, purpose: 'reset_password' } })).toBe(0);
    // Whoever has the new mailbox is asked for the second step still.
    await mailResetLink({ userId: user.id });
    const mail = (await mailsTo(email)).find(({ text }) => text.includes('/reset-password/'));
    const token = linkIn(mail?.text ?? '', '/reset-password/').replace('/reset-password/', '');
    await resetPassword(await admit('password_reset', newAddress()), token, knownPassword);
    expect(await signInToStep(email)).toBeTypeOf('string');
    const twice = await signInToStep(email);
    expect(await isSecondStepAwaited(twice)).toBe(true);
  });
});

it('signing somebody out everywhere drops sign-ins that wait, also where nothing else is open', async () => {
  const { actor } = await newActor('support');
  const { user } = await newGuarded();
  await prisma().session.updateMany({ where: { userId: user.id }, data: { revokedAt: new Date() } });
  const pending = await signInToStep(user.email);
  await signOutEverywhere(actor, user.id);
  expect(await isSecondStepAwaited(pending)).toBe(false);
});

it('shutting somebody out, and letting them in again, brings back no sign-in that waited', async () => {
  const { actor } = await newActor('manager');
  const { user } = await newGuarded();
  const pending = await signInToStep(user.email);
  await setStatusOfMany(actor, [user.id], 'inactive');
  await setStatusOfMany(actor, [user.id], 'active');
  expect(await isSecondStepAwaited(pending)).toBe(false);
});

it('whoever registered an address that nobody has proven does not become an admin with it', async () => {
  const user = await newUser({ verified: false });
  const session = await newSession(user.id);
  expect(await appointAdmin(user.email, 'owner')).toContain('/reset-password/');
  await expect(signInFrom(user.email, knownPassword)).rejects.toThrow('Invalid login credentials');
  expect(await prisma().session.count({ where: { userId: user.id, revokedAt: null } })).toBe(0);
  expect(session).toBeDefined();
});
