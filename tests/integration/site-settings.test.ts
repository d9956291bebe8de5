import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { mayReadLessons } from '#app/domain/core/access/policy.server.ts';
import {
  currentAnnouncement,
  loadSettings,
  siteSettings,
} from '#app/domain/core/site-settings/current.server.ts';
import { defaultSettings, type Section, type SiteSettings } from '#app/domain/core/site-settings/schema.ts';
import { legalDocuments } from '#app/domain/learning/legal/documents.server.ts';
import { changeSettings, findSettings } from '#app/domain/operating/settings/settings.server.ts';
import { joinProgramme } from '#app/domain/programme/affiliates/joining.server.ts';
import { startResellerTrial } from '#app/domain/programme/affiliates/reseller-trial.server.ts';
import { rulesThatHold } from '#app/domain/programme/commissions/hold-rules.ts';
import {
  gatherOnTheDay,
  obstacleIn,
  type Payee,
} from '#app/domain/programme/payouts/payout-batches.server.ts';
import { affiliateSupportCopy } from '#app/domain/site/site-copy/affiliate-help.server.ts';
import { withClock } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { auditOf, newActor } from '#tests/integration/admins.ts';
import { newPayee, payoutsOf } from '#tests/integration/payees.ts';
import { newUser, newViewer } from '#tests/integration/people.ts';
import { ask, get, port, postForm, sessionOf, withDemoSite } from '#tests/integration/running-site.ts';

let owner: Awaited<ReturnType<typeof newActor>>['actor'];

beforeAll(async () => {
  owner = (await newActor('owner')).actor;
});

afterEach(async () => {
  await prisma().siteSetting.deleteMany();
  await loadSettings();
});

async function set<S extends Section>(section: S, value: Partial<SiteSettings[S]>) {
  const { version, value: before } = await findSettings(section);
  return changeSettings(owner, section, { value: { ...before, ...value }, version, reason: 'a test' });
}

describe('who may change what is set', () => {
  it('owners who have confirmed who they are, where money or access is concerned; managers announce', async () => {
    const change = { value: { minimumCents: 5_000, day: 15 }, version: 0, reason: 'a test' };
    const manager = (await newActor('manager')).actor;
    await expect(changeSettings(manager, 'payouts', change)).rejects.toThrow('privileges');
    const support = (await newActor('support')).actor;
    const announcement = {
      value: { ...defaultSettings.announcement, text: 'Hello' },
      version: 0,
      reason: 'x',
    };
    await expect(changeSettings(support, 'announcement', announcement)).rejects.toThrow('privileges');
    await prisma().session.updateMany({
      where: { id: owner.sessionId ?? '' },
      data: { confirmedAt: new Date(0) },
    });
    await expect(changeSettings(owner, 'payouts', change)).rejects.toThrow(/confirm/);
    await prisma().session.updateMany({
      where: { id: owner.sessionId ?? '' },
      data: { confirmedAt: new Date() },
    });
    expect(siteSettings()).toEqual(defaultSettings);
    expect(await changeSettings(manager, 'announcement', announcement)).toBe(true);
    expect(currentAnnouncement()).toMatchObject({ text: 'Hello' });
  });

  it('leaves a line in the audit log that says what was and what is; nothing where nothing changes', async () => {
    expect(await set('holds', {})).toBe(false);
    expect(await auditOf('holds')).toEqual([]);
    expect(await set('holds', { refundPercent: 30 })).toBe(true);
    expect(await auditOf('holds')).toMatchObject([
      {
        action: 'settings_changed',
        actorId: owner.id,
        subjectType: 'setting',
        before: { refundPercent: 25 },
        after: { refundPercent: 30 },
        reason: 'a test',
      },
    ]);
  });

  it('tells whoever filled in a form over another state, and lets one of two have it', async () => {
    const change = (day: number, version: number) =>
      changeSettings(owner, 'payouts', { value: { minimumCents: 10_000, day }, version, reason: 'a test' });
    const first = await Promise.allSettled([change(3, 0), change(4, 0)]);
    expect(first.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(change(5, 0)).rejects.toThrow('changed while you typed');
    const second = await Promise.allSettled([change(6, 1), change(7, 1)]);
    expect(second.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('is done once by a form that is sent twice, at once or one after the other', async () => {
    const change = (version: number, minimumCents: number) =>
      changeSettings(owner, 'payouts', { value: { minimumCents, day: 9 }, version, reason: 'twice' });
    for (const [version, cents] of [
      [0, 7_000],
      [1, 8_000],
    ] as const) {
      const both = await Promise.all([change(version, cents), change(version, cents)]);
      expect(both.toSorted()).toEqual([false, true]);
      expect(await change(version, cents)).toBe(false);
    }
    expect((await auditOf('payouts')).filter(({ reason }) => reason === 'twice')).toHaveLength(2);
  });

  it('takes nothing that the schema does not', async () => {
    await expect(set('payouts', { minimumCents: -1 })).rejects.toThrow('cannot be set');
    await prisma().siteSetting.create({
      data: { section: 'payouts', value: { day: 99 }, version: 4, changedAt: new Date() },
    });
    await loadSettings();
    expect(siteSettings().payouts).toEqual(defaultSettings.payouts);
  });
});

describe('what is set', () => {
  it('is the rate of those who become affiliates from now on, and of nobody else', async () => {
    const before = await newViewer();
    await joinProgramme(before);
    const agreed = await newViewer();
    await transaction(({ db }) => db.user.update({ where: { id: agreed.id }, data: { commissionRate: 60 } }));
    await set('programme', { affiliatePercent: 40 });
    const after = await newViewer();
    for (const viewer of [before, agreed, after]) await joinProgramme(viewer);
    const rates = await Promise.all(
      [before, agreed, after].map(({ id }) => prisma().user.findUniqueOrThrow({ where: { id } })),
    );
    expect(rates.map(({ commissionRate }) => commissionRate)).toEqual([50, 60, 40]);
  });

  it('is how long a trial lasts that begins now', async () => {
    await set('programme', { trialDays: 10 });
    const { id, ...viewer } = await newViewer();
    const start = new Date('2026-03-01T00:00:00Z');
    await withClock(
      () => start,
      () => startResellerTrial({ id, ...viewer }),
    );
    const { trialEndsAt } = await prisma().user.findUniqueOrThrow({ where: { id } });
    expect(trialEndsAt).toEqual(new Date('2026-03-11T00:00:00Z'));
  });

  it('is where payouts begin, on which day, and what the texts say of it', async () => {
    const account = { inPayoutCents: 0, approvedCents: 6_000, waitingCents: 0, heldCents: 0 };
    const profile = { isEmailVerified: true, email: 'a@example.com', country: 'DE', coming: null };
    const payee = { account, profile, closing: null } as unknown as Payee;
    const obstacle = () => obstacleIn(payee);
    const texts = () =>
      JSON.stringify([affiliateSupportCopy(), legalDocuments().get('affiliate-agreement')?.body]);
    expect(obstacle()).toContain('$100');
    expect(texts()).toContain('on the 15th of the month');
    await set('payouts', { minimumCents: 5_000, day: 22 });
    expect(obstacle()).toBeNull();
    expect(texts()).toContain('on the 22nd of the month');
    expect(texts()).toContain('$50');
    expect(texts()).not.toMatch(/15th|\$100\b/);
    await set('programme', { affiliatePercent: 45 });
    expect(texts()).toContain('45%');
    // Somebody has enough: nothing happens on the day that was, and it is paid on the day that is.
    const { id } = await newPayee(6_000);
    const onDay = (day: string) => withClock(() => new Date(`2027-03-${day}T06:13:00Z`), gatherOnTheDay);
    await onDay('15');
    expect(await payoutsOf(id)).toEqual([]);
    await onDay('22');
    expect(await payoutsOf(id)).toMatchObject([{ amountCents: 6_000 }]);
  });

  it('is from where on something is held', async () => {
    const suspicion = {
      buyer: { emails: ['a@example.com'], payoutEmails: [] },
      referrer: { emails: ['b@example.com'], payoutEmails: [] },
      hasSameCard: false,
      firstPaymentsFromNetwork: 5,
      recentSales: 10,
      recentReturns: 2,
    };
    expect(rulesThatHold(suspicion, siteSettings().holds)).toEqual([]);
    await set('holds', { firstPaymentsFromNetwork: 4, refundPercent: 19 });
    expect(rulesThatHold(suspicion, siteSettings().holds)).toEqual(['network_rush', 'refund_rate']);
  });

  it('opens and closes the lessons', async () => {
    const { role } = await newUser();
    const may = () => mayReadLessons({ role, hasMembership: false });
    expect(may()).toBe(true);
    await set('membership', { gate: 'always' });
    expect(may()).toBe(false);
    expect(mayReadLessons({ role, hasMembership: true })).toBe(true);
  });

  it('is announced until its time is over', async () => {
    await set('announcement', { text: 'New', until: '2026-03-01T00:00:00Z' });
    const at = (moment: string) => withClock(() => new Date(moment), currentAnnouncement);
    expect(at('2026-02-28T23:59:59Z')).toMatchObject({ text: 'New' });
    expect(at('2026-03-01T00:00:00Z')).toBeNull();
  });
});

describe('a site of two processes', () => {
  withDemoSite({ WEB_CONCURRENCY: '2', TRUST_PROXY: 'true' });

  const asAdmin = async () => ({ cookie: await sessionOf('admin') });

  /** Sends the form of a section as its page shows it, changed. */
  async function change(section: string, fields: Record<string, string>, headers: Record<string, string>) {
    const { text } = await get(`/admin/settings/${section}`, headers);
    const version = /name="version" value="(\d+)"/.exec(text)?.[1] ?? '';
    const answer = await postForm(
      port,
      `/admin/settings/${section}`,
      { version, reason: 'a test', ...fields },
      headers,
    );
    expect(answer.status, answer.text.slice(0, 500)).toBe(303);
  }

  /** Asks again and again, by a connection of its own each time so that both processes are asked, until all say the same. */
  const allSay = (path: string, says: (answer: Awaited<ReturnType<typeof get>>) => boolean) =>
    vi.waitFor(
      async () => {
        const answers = await Promise.all(Array.from({ length: 6 }, () => get(path)));
        expect(answers.map(says)).toEqual(Array(6).fill(true));
      },
      { timeout: 60_000 },
    );

  it('says the same on all its pages, also on those it had kept', async () => {
    const admin = await asAdmin();
    await allSay('/', ({ status }) => status === 200);
    await change(
      'announcement',
      { text: 'We moved <house>', linkLabel: 'Read on', linkTo: '/whats-new' },
      admin,
    );
    await allSay(
      '/',
      ({ text }) => text.includes('We moved &lt;house&gt;') && text.includes('data-put-away'),
    );
    await change('announcement', { text: '' }, admin);
    await allSay('/', ({ text }) => !text.includes('We moved'));
    await change('payouts', { minimumCents: '75', day: '21' }, admin);
    await allSay('/affiliate-program', ({ text }) => text.includes('21st') && text.includes('$75'));
    await allSay('/legal/affiliate-agreement', ({ text }) => text.includes('21st'));
    // The search follows too.
    await vi.waitFor(async () => expect((await get('/search?q=payout+21st')).text).toContain('21st'), {
      timeout: 60_000,
    });
  });

  it('is closed to everybody but admins, who can sign in and open it; providers and watchers get through', async () => {
    const admin = await asAdmin();
    const member = { cookie: await sessionOf('member') };
    const tomorrow = new Date(Date.now() + 24 * 3600_000).toISOString().slice(0, 16);
    await change('maintenance', { isOn: 'on', text: 'New shelves.', until: tomorrow }, admin);
    await allSay('/', ({ status }) => status === 503);
    const closed = await get('/pricing');
    expect(closed.headers['cache-control']).toBe('private, no-store');
    expect(Number(closed.headers['retry-after'])).toBeGreaterThan(20 * 3600);
    expect(closed.text).toContain('We will be right back');
    expect(closed.text).toContain('New shelves.');
    for (const path of ['/dashboard', '/courses/seo', '/register', '/admin', '/nothing', '/view-as/end'])
      expect((await get(path, member)).status, path).toBe(503);
    const posted = await postForm(port, '/register', { email: 'x@example.com' });
    expect(posted.status).toBe(503);
    const program = await get('/api/affiliate/summary', { authorization: 'Bearer nothing' });
    expect(program).toMatchObject({
      status: 503,
      headers: { 'content-type': expect.stringMatching(/json/) },
    });
    for (const path of ['/login', '/healthz', '/livez', '/readyz', '/favicon.svg'])
      expect((await get(path)).status, path).toBe(200);
    for (const path of ['/webhooks/stripe', '/webhooks/paypal'])
      expect((await ask(port, path, { method: 'POST', body: '{}' })).status, path).toBe(400);
    const again = await asAdmin();
    const opened = await get('/admin', again);
    expect(opened.status).toBe(200);
    expect(opened.text).toContain('The site is closed for maintenance');
    expect((await get('/', admin)).status).toBe(303);
    await change('maintenance', { text: 'New shelves.', until: '' }, again);
    await allSay('/', ({ status }) => status === 200);
  });

  it('keeps what was typed where a form is refused, says it is stale, and knows no other section', async () => {
    const admin = await asAdmin();
    const send = (fields: Record<string, string>) => postForm(port, '/admin/settings/payouts', fields, admin);
    const odd = await send({ version: '0', minimumCents: 'all', day: '31', reason: '' });
    expect(odd.status).toBe(422);
    for (const part of ['value="all"', 'value="31"', 'Please say why', 'Please enter at most 28'])
      expect(odd.text).toContain(part);
    const stale = await send({ version: '99', minimumCents: '80', day: '2', reason: 'a test' });
    expect(stale.status).toBe(409);
    expect(stale.text).toContain('changed while you typed');
    expect(stale.text).toContain('value="80"');
    // What is there instead stands beside it, and what is the same does not.
    const instead = /Current values that differ from yours[\s\S]*?<\/dl>/.exec(stale.text)?.[0];
    expect(instead).toMatch(/Smallest payout<\/dt><dd[^>]*>\d+\.\d\d</);
    expect(instead).not.toContain('80.00');
    expect((await get('/admin/settings/toString', admin)).status).toBe(404);
    expect((await postForm(port, '/admin/settings/nothing', {}, admin)).status).toBe(404);
  });

  it('shows embeds to the sites that are named, signed, without scripts or cookies', async () => {
    const admin = await asAdmin();
    const odd = await postForm(
      port,
      '/admin/settings/widgets',
      { version: '0', reason: 'a test', origins: "https://a.example 'unsafe-inline'" },
      admin,
    );
    expect(odd.status).toBe(422);
    expect(odd.text).toContain('Please enter each site as');
    await change('widgets', { origins: 'https://shop.example\nhttps://Blog.example:8443/' }, admin);
    for (const kind of ['courses', 'price', 'affiliate', 'testimonial']) {
      const page = await get(`/admin/widgets?kind=${kind}&theme=dark&accent=rose&count=2&ref=ada`, admin);
      expect(page.status).toBe(200);
      const path = /src="(\/widgets\/[^"]+)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
      await allSay(path, ({ headers }) =>
        String(headers['content-security-policy']).endsWith(
          "; frame-ancestors 'self' https://shop.example https://blog.example:8443",
        ),
      );
      const { status, headers, text } = await get(path);
      expect(status).toBe(200);
      expect(headers['x-frame-options']).toBeUndefined();
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers['cache-control']).toBe('public, max-age=300');
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
      expect(text).not.toMatch(/<script|\son\w+=/);
      expect(text).toContain('data-theme="dark" data-accent="rose"');
      expect(text).toMatch(/href="[^"]+\?ref=ada"/);
      const changed = await get(path.replace('accent=rose', 'accent=teal'));
      expect(changed.status).toBe(403);
      expect(changed.headers['cache-control']).toBe('no-store');
      expect(changed.text).not.toContain('ref=ada');
    }
    const wrong = await get('/admin/widgets?kind=all&count=99&accent=%22%3E&ref=%3Cb%3E', admin);
    expect(wrong.status).toBe(200);
    expect(wrong.text).toContain('Please enter at most 12');
    expect(wrong.text).not.toContain('<iframe');
    expect((await get('/')).headers['x-frame-options']).toBe('DENY');
  });
});
