import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '#app/domain/assistant/asking.server.ts';
import { askLibrarian } from '#app/domain/assistant/librarian.server.ts';
import { questionsAbout } from '#app/domain/assistant/page-reply.server.ts';
import { indexLibrary } from '#app/domain/site/search/indexing.server.ts';
import { supportFaq } from '#app/domain/site/site-copy/pages.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { blocksOf } from '#app/ui/assistant/message-tree.ts';
import { prepareEncoder } from '#tests/integration/encoder.ts';
import { newViewer } from '#tests/integration/people.ts';

// How the librarian takes what people really type: little, much at once, in anger, about others, in other languages.

let member: Awaited<ReturnType<typeof newViewer>>;

beforeAll(async () => {
  member = await newViewer({ role: 'affiliate', hasMembership: true });
  await indexLibrary(() => true);
  await prepareEncoder();
}, 300_000);

describe('a message', () => {
  it.each(['yes', 'help', 'tell me more', '?', 'Can you give an example?'])(
    'that names nothing is asked back, and answered by no chance find: %s',
    async (message) => {
      const reply = await askLibrarian(member, message);
      expect(reply).toMatchObject({ standing: 'about', citations: [] });
      expect(reply.text).toMatch(/^Name what it is about/);
    },
  );

  it.each(['how do i make money with this', 'how do I turn off emails', 'marketing help'])(
    'of one common word, or two that stand apart, is not claimed to be answered: %s',
    async (message) => {
      expect((await askLibrarian(member, message)).standing).toBe('near');
    },
  );

  it('of one common word that means nothing taught here is not looked for in the library', async () => {
    const { standing, citations, text } = await askLibrarian(member, 'what time is it');
    expect(standing).toBe('unknown');
    expect(citations).toEqual([]);
    expect(text).toMatch(/^That isn't in the library/);
  });

  it('about erasing data is read as it stands, and answered', async () => {
    for (const message of ["a request to erase one's data", 'erase all my data please', 'forget me']) {
      const { text, citations } = await askLibrarian(member, message);
      expect(text).not.toContain('I read');
      expect(citations[0]?.path, message).toBe('/support#how-do-i-delete-my-account');
    }
  });

  it.each([
    ['how to recrut afiliates', '/courses/affiliate-recruiting'],
    ['wat are negativ keywrods', '/training/guides/keyword-technique'],
  ])('misspelled is found all the same: %s', async (message, piece) => {
    const { citations } = await askLibrarian(member, message);
    expect(citations.map(({ path }) => path.split('#')[0]).join(' ')).toContain(piece);
  });

  it('with two questions has two answers, each with its own citations', async () => {
    const { text, citations, standing } = await askLibrarian(
      member,
      'When is my next payment and how do I cancel my membership?',
    );
    expect(standing).toBe('taught');
    expect(text).toMatch(/^\*\*To your first question\*\*\n\nYour membership is a gift/);
    expect(text).toContain('**To your second question**');
    expect(citations[0]?.path).toBe('/support#how-do-i-cancel-my-membership');
    const twice = await askLibrarian(
      member,
      'What is a lead magnet? How do I write a positioning statement?',
    );
    expect(twice.citations.map(({ number }) => number)).toEqual(twice.citations.map((_, index) => index + 1));
    for (const { number } of twice.citations) expect(twice.text).toContain(`[${number}]`);
    const half = await askLibrarian(member, 'What is a lead magnet? Who discovered Australia?');
    expect(half.standing).toBe('near');
  });

  it('with brackets can be searched for by the link that is offered', async () => {
    const { text } = await askLibrarian(member, 'Who discovered Tasmania (the island)?');
    const links = blocksOf(text).flatMap((block) => (block.kind === 'paragraph' ? block.children : []));
    expect(links).toContainEqual({
      kind: 'link',
      path: '/search?q=Who%20discovered%20Tasmania%20%28the%20island%29%3F',
      text: 'search the whole library',
    });
  });

  it.each([
    [
      'Wie schreibe ich eine gute Betreffzeile?',
      /^Die Bibliothek ist auf Englisch/,
      '/courses/email-marketing/module-2',
    ],
    [
      '¿Cómo escribo un buen asunto para un correo?',
      /^La biblioteca está en inglés/,
      '/courses/email-marketing/module-2',
    ],
    ['Comment obtenir plus de liens pour le SEO de mon site ?', /^La bibliothèque est en anglais/, ''],
  ])(
    'in another language is told so in it, and is not known for certain: %s',
    async (message, note, piece) => {
      const { text, standing, citations } = await askLibrarian(member, message);
      expect(['near', 'unknown']).toContain(standing);
      expect(text).toMatch(note);
      expect(citations.map(({ path }) => path).join(' ')).toContain(piece);
    },
  );

  it.each([
    ['Wie kündige ich meine Mitgliedschaft?', '/profile/billing'],
    ['¿Cómo cancelo mi suscripción?', '/profile/billing'],
    ['Comment supprimer mon compte et mes données ?', '/profile/security'],
    ['Quando é o meu próximo pagamento?', '/profile/billing'],
    ['Ho perso il telefono, come accedo?', '/login/second-step/lost'],
    ['Waar is mijn commissie?', '/affiliate-centre/commissions'],
    ['Ich habe mein Handy verloren und kann mich nicht anmelden', '/login/second-step/lost'],
    ['¿Dónde está mi factura?', '/profile/billing'],
    ['Comment obtenir un remboursement ?', '/profile/billing'],
  ])(
    'about the account in another language is answered in it with the way there: %s',
    async (message, path) => {
      const { text, standing } = await askLibrarian(member, message);
      expect(standing).toBe('about');
      expect(text).toContain(`](${path})`);
      expect(text).toContain('](/support#');
    },
  );

  it('in anger is no question, and one that asks something is answered', async () => {
    expect(await askLibrarian(member, 'you are useless')).toMatchObject({
      standing: 'about',
      proposal: { subject: 'you are useless' },
    });
    const { citations } = await askLibrarian(member, 'this is shit, give me my money back');
    expect(citations[0]?.path).toBe('/support#how-does-the-money-back-guarantee-work');
  });

  it.each(["What is Anna's email address?", 'list all members', "show me affiliate@example.com's progress"])(
    'about other people is told that they are not seen: %s',
    async (message) => {
      const reply = await askLibrarian(member, message);
      expect(reply).toMatchObject({ standing: 'about', citations: [] });
      expect(reply.text).toContain('nothing that belongs to other people');
    },
  );
});

describe('a question that goes on with another', () => {
  it('is looked up with it, and says so', async () => {
    const viewer = await newViewer({ hasMembership: true });
    const first = await ask(viewer, { message: 'How do I write a good subject line?' });
    await ask(viewer, { message: 'thanks', conversationId: first.conversationId });
    const { conversationId } = first;
    const longer = await ask(viewer, { message: 'And how long should it be?', conversationId });
    expect(longer.text).toContain('I take it to go on with what you asked before.');
    const more = await ask(viewer, { message: 'tell me more', conversationId });
    expect(more.text).toContain('to go on with what you asked before');
    const shown = new Set(first.citations.map(({ path, heading }) => `${path} ${heading}`));
    expect(more.citations.filter(({ path, heading }) => shown.has(`${path} ${heading}`))).toEqual([]);
  });

  it("is not looked up with another's, nor with one of another conversation", async () => {
    const [one, other] = [await newViewer({ hasMembership: true }), await newViewer({ hasMembership: true })];
    await ask(one, { message: 'How do I write a good subject line?' });
    for (const viewer of [one, other])
      expect((await ask(viewer, { message: 'tell me more' })).text).toMatch(/^Name what it is about/);
  });
});

describe('what is offered on a page', () => {
  it.each([
    '/courses/email-marketing/module-1',
    '/courses/seo/module-7',
    '/playbooks/positioning-statement',
    '/playbooks/short-video-batch',
    '/training/guides/understanding-relevance',
    '/legal/privacy',
  ])('is three questions that the page itself answers: %s', async (onPath) => {
    const questions = await questionsAbout(member, onPath);
    expect(questions).toHaveLength(3);
    for (const question of questions) {
      const { standing, citations } = await askLibrarian(member, question, { onPath });
      expect(standing, question).toBe('taught');
      for (const { path } of citations) expect(path.split('#')[0], question).toBe(onPath);
    }
  });

  it('is about the course on a course, by whatever words others have in common with it', async () => {
    const onPath = '/courses/banner-ads';
    const [about = '', far = ''] = await questionsAbout(member, onPath);
    expect((await askLibrarian(member, about, { onPath })).citations[0]?.path).toBe(onPath);
    expect((await askLibrarian(member, far, { onPath })).text).toContain('(/courses/banner-ads)');
  });
});

describe('how things work here', () => {
  it.each([
    ['how do I cancel my subscription', 'how-do-i-cancel-my-membership'],
    ['how do I change my credit card', 'how-do-i-change-my-credit-card'],
    ['where do I find my invoices', 'where-do-i-find-my-invoices-and-receipts'],
    ['can I pay yearly', 'can-i-pay-yearly-instead-of-monthly'],
    ['how do I delete my account', 'how-do-i-delete-my-account'],
    ["what's the minimum payout", 'what-is-the-minimum-payout'],
    ['can I get paid to my bank account', 'can-i-be-paid-to-my-bank-account'],
    ['how do I change my password', 'how-do-i-change-my-password'],
    ['how do I turn on two-factor authentication', 'how-do-i-turn-on-two-step-sign-in'],
    ['do I get a certificate', 'do-i-get-a-certificate'],
    ['cancle my membreship', 'how-do-i-cancel-my-membership'],
    ['what does ROAS mean', 'what-do-ctr-cpc-cpm-cpa-cac-roas-and-roi-mean'],
  ])('is answered by the help texts: %s', async (question, anchor) => {
    const { standing, citations } = await askLibrarian(member, question);
    expect(standing).toBe('taught');
    expect(citations[0]?.path).toBe(`/support#${anchor}`);
  });

  it('is quoted from the first word of an answer on', async () => {
    expect((await askLibrarian(member, 'can I pay yearly')).text).toContain(
      '> The membership is $47 a month',
    );
  });

  it('has a place of its own for each question', async () => {
    const places = await prisma().searchPassage.findMany({
      where: { kind: 'question' },
      select: { path: true },
    });
    const asked = supportFaq().flatMap(({ questions }) => questions);
    expect(new Set(places.map(({ path }) => path)).size).toBe(asked.length);
  });

  it('tells the link and the next payout of who asks', async () => {
    expect((await askLibrarian(member, 'where is my referral link')).text).toMatch(/`\S+\?ref=\S+`/);
    const payout = await askLibrarian(member, 'When is my next payout?');
    expect(payout).toMatchObject({ standing: 'own' });
    expect(payout.text).toMatch(
      /the next day is \w+ 15, \d{4}\. You have \$0 approved, which is \$100 too little\./,
    );
    const plain = await newViewer({ hasMembership: true });
    for (const question of ['where is my referral link', 'When is my next payout?'])
      expect((await askLibrarian(plain, question)).text).toContain('You have not joined');
  });

  it('offers a person where something is said to be wrong', async () => {
    const { standing, proposal } = await askLibrarian(member, 'my commission is missing');
    expect(standing).toBe('own');
    expect(proposal).toMatchObject({ message: 'my commission is missing' });
  });
});
