import { createHmac } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { listSessions } from '#app/domain/people/accounts/session-list.server.ts';
import { revokeSessions } from '#app/domain/people/accounts/sessions.server.ts';
import { readAccessToken, tokenIssuer } from '#app/domain/people/auth-api/access-tokens.server.ts';
import { refreshSession } from '#app/domain/people/auth-api/refresh.server.ts';
import { noteFactorProof, replaceRefreshToken } from '#app/domain/people/auth-api/session-level.server.ts';
import {
  beginApiSession,
  findApiViewer,
  replyWithSession,
} from '#app/domain/people/auth-api/sessions.server.ts';
import { overlapMs, publishAheadMs } from '#app/domain/people/auth-api/signing-key-roles.ts';
import {
  currentSigner,
  publicKeys,
  rotateOldSigningKeys,
  rotateSigningKeys,
} from '#app/domain/people/auth-api/signing-keys.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { at, mailsTo, newSession, newUser } from '#tests/integration/people.ts';
import { viewerOf } from '#tests/integration/second-factors.ts';

const begin = async (userId: string, userAgent = 'node') =>
  replyWithSession(
    await transaction((tx) =>
      beginApiSession(tx, { id: userId }, { userAgent, method: 'password', isConfirmed: true }),
    ),
  );

const codeOf = (error: unknown) => (error as { code?: string }).code ?? String(error);
const refusalOf = (asked: Promise<unknown>) => asked.then(() => 'taken', codeOf);
const secondsLater = (seconds: number) => Date.now() + seconds * 1000;

describe('refresh tokens', () => {
  it('are used once, and 20 at once stay signed in with the same next one', async () => {
    const { refresh_token: first } = await begin((await newUser()).id);
    const replies = await Promise.all(Array.from({ length: 20 }, () => refreshSession(first)));
    const [next] = new Set(replies.map((reply) => reply.refresh_token));
    expect(new Set(replies.map((reply) => reply.refresh_token)).size).toBe(1);
    expect(next).not.toBe(first);
    expect((await refreshSession(next ?? '')).access_token).toBeTruthy();
  });

  it('a tab that comes seconds too late is given the present one, however far the other has got', async () => {
    const { refresh_token: first } = await begin((await newUser()).id);
    const second = (await refreshSession(first)).refresh_token;
    const third = (await refreshSession(second)).refresh_token;
    expect((await refreshSession(first)).refresh_token).toBe(third);
  });

  it('presented again after ten seconds end the session, and its owner is told once', async () => {
    const user = await newUser();
    const { refresh_token: first, access_token: token } = await begin(user.id);
    const { refresh_token: next } = await refreshSession(first);
    const late = secondsLater(11);
    expect(await refusalOf(at(late, () => refreshSession(first)))).toBe('refresh_token_already_used');
    expect(await refusalOf(refreshSession(next))).toBe('refresh_token_not_found');
    expect(await refusalOf(readAccessToken(token).then(findApiViewer))).toBe('session_not_found');
    expect(await refusalOf(at(late, () => refreshSession(first)))).toBe('refresh_token_not_found');
    const told = (await mailsTo(user.email)).filter(({ subject }) => subject.includes('signed an app out'));
    expect(told).toHaveLength(1);
  });

  it('while a second factor raises the session wait for it, and are none then', async () => {
    const { access_token: token, refresh_token: refresh } = await begin((await newUser()).id);
    const viewer = await findApiViewer(await readAccessToken(token));
    const waiting = async () => {
      const [row] = await prisma().$queryRaw<{ count: number }[]>`
        SELECT count(*)::int FROM pg_locks WHERE NOT granted
          AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`;
      return row?.count ?? 0;
    };
    let refreshing: Promise<string> | undefined;
    const { refreshToken } = await transaction(async (tx) => {
      await noteFactorProof(tx, viewer, 'totp');
      refreshing = refusalOf(refreshSession(refresh));
      await vi.waitUntil(async () => (await waiting()) > 0, { timeout: 10_000 });
      return replaceRefreshToken(tx, viewer.sessionId);
    });
    expect(await refreshing).toBe('refresh_token_not_found');
    expect((await refreshSession(refreshToken)).access_token).toBeTruthy();
  });

  it('are stored as hashes alone, and any other text is none', async () => {
    const { refresh_token: token } = await begin((await newUser()).id);
    const [row] = await prisma().$queryRaw<{ text: string }[]>`
      SELECT string_agg(t::text, ' ') AS text FROM api_refresh_tokens t`;
    expect(row?.text).not.toContain(token);
    for (const other of ['', 'x', `${token}x`, 'x'.repeat(1_000_000), '\0'])
      expect(await refusalOf(refreshSession(other))).toBe('refresh_token_not_found');
  });

  it('end with the lifetime of the session', async () => {
    const { refresh_token: token } = await begin((await newUser()).id);
    expect(await refusalOf(at(secondsLater(31 * 24 * 3600), () => refreshSession(token)))).toBe(
      'session_expired',
    );
  });
});

describe('a session of the API', () => {
  it('is listed beside those of browsers, and ended with them: its tokens open nothing from then on', async () => {
    const user = await newUser();
    const viewer = await viewerOf(await newSession(user.id));
    const { access_token: token, refresh_token: refresh } = await begin(user.id);
    const { elsewhere } = await listSessions(viewer);
    expect(elsewhere.rows.map(({ device }) => device)).toEqual(['An app (Node.js)']);
    expect((await findApiViewer(await readAccessToken(token))).email).toBe(user.email);
    await transaction((tx) => revokeSessions(tx, user.id));
    expect(await refusalOf(readAccessToken(token).then(findApiViewer))).toBe('session_not_found');
    expect(await refusalOf(refreshSession(refresh))).toBe('refresh_token_not_found');
  });

  it('of an inactive account opens nothing', async () => {
    const user = await newUser();
    const { access_token: token, refresh_token: refresh } = await begin(user.id);
    await prisma().user.update({ where: { id: user.id }, data: { status: 'inactive' } });
    expect(await refusalOf(readAccessToken(token).then(findApiViewer))).toBe('user_banned');
    expect(await refusalOf(refreshSession(refresh))).toBe('user_banned');
  });

  it('of a browser is none of the API', async () => {
    const user = await newUser();
    const { sessionId } = await viewerOf(await newSession(user.id));
    expect(await refusalOf(findApiViewer({ userId: user.id, sessionId }))).toBe('session_not_found');
  });
});

describe('access tokens', () => {
  let signed: { token: string; userId: string };
  let sign: (change: (jwt: SignJWT) => SignJWT, key?: CryptoKey) => Promise<string>;
  beforeAll(async () => {
    const user = await newUser();
    const { access_token: token } = await begin(user.id);
    signed = { token, userId: user.id };
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const { id, privateKey } = await currentSigner();
    sign = (change, key = privateKey as CryptoKey) =>
      change(new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: id })).sign(key);
  });

  const readable = async (token: string) => refusalOf(readAccessToken(token));
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it('are read, and say what the protocol wants', async () => {
    expect(await readAccessToken(await sign((jwt) => jwt))).toMatchObject({ userId: signed.userId });
    const claims = JSON.parse(Buffer.from(signed.token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({
      iss: tokenIssuer(),
      aud: 'authenticated',
      role: 'authenticated',
      sub: signed.userId,
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      session_id: expect.any(String),
      is_anonymous: false,
    });
  });

  it('without a signature, or signed with the public key as a secret, are refused', async () => {
    const [, payload = ''] = signed.token.split('.');
    const { keys } = await publicKeys();
    expect(await readable(`${encoded({ alg: 'none', typ: 'JWT' })}.${payload}.`)).toBe('bad_jwt');
    expect(await readable(`${encoded({ alg: 'none', kid: keys[0]?.kid })}.${payload}.`)).toBe('bad_jwt');
    for (const secret of [JSON.stringify(keys[0]), keys[0]?.x ?? '']) {
      const head = `${encoded({ alg: 'HS256', kid: keys[0]?.kid })}.${payload}`;
      const mac = createHmac('sha256', secret).update(head).digest('base64url');
      expect(await readable(`${head}.${mac}`)).toBe('bad_jwt');
    }
  });

  it('of another key, issuer or audience, expired, or with another session id, are refused', async () => {
    const other = (await generateKeyPair('ES256')).privateKey as CryptoKey;
    expect(await readable(await sign((jwt) => jwt, other))).toBe('bad_jwt');
    expect(await readable(await sign((jwt) => jwt.setIssuer('https://other.example/auth/v1')))).toBe(
      'bad_jwt',
    );
    expect(await readable(await sign((jwt) => jwt.setAudience('anon')))).toBe('bad_jwt');
    expect(await readable(await sign((jwt) => jwt.setExpirationTime(1_000)))).toBe('bad_jwt');
    expect(await readable(await sign((jwt) => jwt.setSubject('1234567890')))).toBe('bad_jwt');
    // The key in a header is never believed.
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(publicKey);
    const claims = JSON.parse(Buffer.from(signed.token.split('.')[1] ?? '', 'base64url').toString());
    const own = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', jwk }).sign(privateKey);
    expect(await readable(own)).toBe('bad_jwt');
    for (const text of ['', '.', '..', 'a.b.c', '\0', '{}', 'x'.repeat(100_000)])
      expect(await readable(text)).toBe('bad_jwt');
  });
});

describe('signing keys', () => {
  it('are rotated with overlap, encrypted in the database, and revoked at once when compromised', async () => {
    const { access_token: token } = await begin((await newUser()).id);
    const before = (await currentSigner()).id;
    const next = await rotateSigningKeys();
    const published = async () => (await publicKeys()).keys.map(({ kid }) => kid);
    expect([(await currentSigner()).id, (await published()).sort()]).toEqual([before, [before, next].sort()]);
    const takeover = Date.now() + publishAheadMs + 1000;
    expect(await at(takeover, async () => (await currentSigner()).id)).toBe(next);
    expect(await at(takeover + overlapMs, published)).toEqual([next]);
    for (const key of (await publicKeys()).keys) expect(key).not.toHaveProperty('d');
    const rows = await prisma().authSigningKey.findMany();
    for (const { sealedPrivateKey } of rows)
      expect(Buffer.from(sealedPrivateKey).toString()).not.toContain('"d"');
    const replaced = await rotateSigningKeys({ isCompromised: true });
    expect([(await currentSigner()).id, await published()]).toEqual([replaced, [replaced]]);
    expect(await refusalOf(readAccessToken(token))).toBe('bad_jwt');
  });

  it('are replaced by age, and not before', async () => {
    const count = () => prisma().authSigningKey.count();
    await currentSigner();
    const before = await count();
    await rotateOldSigningKeys();
    expect(await count()).toBe(before);
    await at(Date.now() + 91 * 24 * 3600_000, rotateOldSigningKeys);
    expect(
      await prisma().authSigningKey.count({ where: { createdAt: { gt: new Date(Date.now() + 1000) } } }),
    ).toBe(1);
  });
});
