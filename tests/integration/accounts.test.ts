import { describe, expect, it } from 'vitest';
import { resendVerification, verifyEmail } from '#app/domain/accounts/email-verification.server.ts';
import {
  changePassword,
  requestPasswordReset,
  resetPassword,
} from '#app/domain/accounts/password-reset.server.ts';
import { updateProfile } from '#app/domain/accounts/profile.server.ts';
import { registerAccount } from '#app/domain/accounts/registration.server.ts';
import { findViewer, revokeSession } from '#app/domain/accounts/sessions.server.ts';
import { checkCredentials, startSession } from '#app/domain/accounts/sign-in.server.ts';
import { versionOf } from '#app/domain/legal/documents.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { knownPassword, linkIn, mailsTo, newEmail, newUser } from '#tests/integration/people.ts';

const registration = (email: string) => ({
  firstName: 'Ada',
  lastName: 'Example',
  email,
  password: 'a-good-password',
  confirmPassword: 'a-good-password',
  acceptTerms: 'on' as const,
});

describe('registration', () => {
  it('makes a member with an unverified address and mails a link', async () => {
    const email = newEmail();
    await registerAccount(registration(email));
    const user = await prisma().user.findUniqueOrThrow({ where: { email } });
    expect(user).toMatchObject({
      name: 'Ada Example',
      role: 'member',
      status: 'active',
      commissionRate: 50,
      phone: '',
      company: '',
      bio: '',
    });
    expect(user.emailVerifiedAt).toBeNull();
    const [mail] = await mailsTo(email);
    expect(mail?.text).toContain('/verify-email/');
    expect(await prisma().activityLog.count({ where: { userId: user.id } })).toBe(1);
    const accepted = await prisma().legalAcceptance.findMany({ where: { userId: user.id } });
    expect(accepted.map(({ document, version }) => [document, version]).sort()).toEqual([
      ['privacy', versionOf('privacy')],
      ['terms', versionOf('terms')],
    ]);
  });

  it('keeps the account there is and tells its owner by mail', async () => {
    const user = await newUser();
    await registerAccount(registration(user.email));
    const after = await prisma().user.findUniqueOrThrow({ where: { email: user.email } });
    expect(after.passwordHash).toBe(user.passwordHash);
    // Whoever typed the address need not be its owner.
    expect(await prisma().legalAcceptance.count({ where: { userId: user.id } })).toBe(0);
    expect((await mailsTo(user.email))[0]?.subject).toBe('You already have an account');
  });

  it('makes one account of two registrations at once', async () => {
    const email = newEmail();
    await Promise.all([registerAccount(registration(email)), registerAccount(registration(email))]);
    expect(await prisma().user.count({ where: { email } })).toBe(1);
    expect(await mailsTo(email)).toHaveLength(2);
  });
});

describe('verification', () => {
  it('takes a link once', async () => {
    const email = newEmail();
    await registerAccount(registration(email));
    const token = linkIn((await mailsTo(email))[0]?.text ?? '', '/verify-email/').replace(
      '/verify-email/',
      '',
    );
    expect(await verifyEmail('wrong')).toBe(false);
    expect(await verifyEmail(token)).toBe(true);
    expect(await verifyEmail(token)).toBe(false);
    const user = await prisma().user.findUniqueOrThrow({ where: { email } });
    expect(user.emailVerifiedAt).not.toBeNull();
    expect(await resendVerification(user.id)).toBe(false);
  });

  it('makes the earlier link worthless when a new one is sent', async () => {
    const email = newEmail();
    await registerAccount(registration(email));
    const token = linkIn((await mailsTo(email))[0]?.text ?? '', '/verify-email/').replace(
      '/verify-email/',
      '',
    );
    const user = await prisma().user.findUniqueOrThrow({ where: { email } });
    expect(await resendVerification(user.id)).toBe(true);
    expect(await verifyEmail(token)).toBe(false);
  });
});

describe('signing in', () => {
  it('answers unknown addresses and wrong passwords alike', async () => {
    const user = await newUser();
    const wrong = checkCredentials({ email: user.email, password: 'wrong-password' });
    await expect(wrong).rejects.toThrow('Invalid login credentials');
    await expect(checkCredentials({ email: newEmail(), password: knownPassword })).rejects.toThrow(
      'Invalid login credentials',
    );
    expect(await checkCredentials({ email: user.email, password: knownPassword })).toEqual({ id: user.id });
  });

  it('refuses an inactive account, and ends its sessions', async () => {
    const user = await newUser();
    const token = await startSession(user.id, 'test');
    expect((await findViewer(token))?.viewer.id).toBe(user.id);
    await prisma().user.update({ where: { id: user.id }, data: { status: 'inactive' } });
    expect(await findViewer(token)).toBeNull();
    await expect(checkCredentials({ email: user.email, password: knownPassword })).rejects.toThrow(
      'inactive',
    );
  });

  it('knows no revoked, expired or made-up session', async () => {
    const user = await newUser();
    const token = await startSession(user.id, null);
    const found = await findViewer(token);
    await revokeSession(found?.viewer.sessionId ?? '');
    expect(await findViewer(token)).toBeNull();
    const expired = await startSession(user.id, null);
    await prisma().session.updateMany({
      where: { userId: user.id, revokedAt: null },
      data: { expiresAt: new Date(0) },
    });
    expect(await findViewer(expired)).toBeNull();
    expect(await findViewer('made-up')).toBeNull();
  });

  it('stores no session secret', async () => {
    const user = await newUser();
    const token = await startSession(user.id, null);
    const row = await prisma().session.findFirstOrThrow({ where: { userId: user.id } });
    expect(Buffer.from(row.tokenHash).toString('base64url')).not.toContain(token);
  });
});

describe('passwords', () => {
  it('resets by a mailed link, once, and signs out everywhere', async () => {
    const user = await newUser();
    const session = await startSession(user.id, null);
    await requestPasswordReset(user.email);
    const token = linkIn((await mailsTo(user.email))[0]?.text ?? '', '/reset-password/').replace(
      '/reset-password/',
      '',
    );
    await resetPassword(token, 'another-password');
    expect(await findViewer(session)).toBeNull();
    await expect(resetPassword(token, 'third-password')).rejects.toThrow('This link has been used');
    expect(await checkCredentials({ email: user.email, password: 'another-password' })).toEqual({
      id: user.id,
    });
  });

  it('leaves no trace of a reset for an unknown address', async () => {
    const before = await prisma().mailOutbox.count();
    await requestPasswordReset(newEmail());
    expect(await prisma().mailOutbox.count()).toBe(before);
  });

  it('changes with the current password and keeps this session alone', async () => {
    const user = await newUser();
    const [here, elsewhere] = [await startSession(user.id, null), await startSession(user.id, null)];
    const viewer = (await findViewer(here))?.viewer;
    if (!viewer) throw new Error('no viewer');
    await expect(changePassword(viewer, 'wrong', 'another-password')).rejects.toMatchObject({
      field: 'currentPassword',
    });
    await changePassword(viewer, knownPassword, 'another-password');
    expect(await findViewer(here)).not.toBeNull();
    expect(await findViewer(elsewhere)).toBeNull();
    expect((await mailsTo(user.email))[0]?.subject).toBe('Your password has been changed');
  });
});

describe('the profile', () => {
  it('changes the job title, never the role', async () => {
    const user = await newUser();
    await updateProfile(user.id, { name: 'New Name', phone: '1', company: 'Co', role: 'admin', bio: 'Hi' });
    const after = await prisma().user.findUniqueOrThrow({ where: { id: user.id } });
    expect(after).toMatchObject({ name: 'New Name', jobTitle: 'admin', role: 'member' });
  });
});
