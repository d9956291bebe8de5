import { RouterContextProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { listPayments } from '#app/domain/selling/billing/billing-overview.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { action as detailsAction, loader as detailsLoader } from '#app/routes/member/billing/details.tsx';
import { action as receiptAction, loader as receiptLoader } from '#app/routes/member/billing/receipt.tsx';
import { loader as pdfLoader } from '#app/routes/member/billing/receipt-pdf.ts';
import { deliverFacts } from '#tests/integration/delivered-facts.ts';
import { newEbookSale } from '#tests/integration/facts.ts';
import { activityOf, newViewer, subjectsTo } from '#tests/integration/people.ts';
import { readPdf } from '#tests/integration/read-pdf.ts';
import { statementsOf } from '#tests/integration/statements.ts';

/** Somebody who has bought the ebook, with tax; and the number of the receipt. */
async function newBuyer() {
  const viewer = await newViewer();
  const sale = newEbookSale(viewer.id, { amountCents: 833 });
  await deliverFacts([sale.completed]);
  const { number } = await prisma().receipt.findFirstOrThrow({ where: { userId: viewer.id } });
  return { viewer, sale, number };
}

function asked(viewer: Viewer, path: string, params: Record<string, string>, form?: Record<string, string>) {
  const context = new RouterContextProvider();
  context.set(memberContext, viewer);
  const url = new URL(path, 'http://localhost:3000');
  const request = new Request(url, form ? { method: 'POST', body: new URLSearchParams(form) } : {});
  return { request, context, url, params, pattern: path } as never;
}

const pathOf = (number: string) => `/profile/billing/receipts/${number}`;
const show = (viewer: Viewer, number: string) =>
  receiptLoader(asked(viewer, pathOf(number), { number })).then(({ receipt }) => receipt);
const pdf = (viewer: Viewer, number: string) => pdfLoader(asked(viewer, `${pathOf(number)}/pdf`, { number }));

/** The status of an answer, and where it leads or what it says. */
function outcome(answer: unknown) {
  if (answer instanceof Response) return { status: answer.status, to: answer.headers.get('Location') };
  const { init, data } = answer as { init?: { status?: number }; data: unknown };
  return { status: init?.status, said: JSON.stringify(data) };
}

const replace = async (viewer: Viewer, number: string) =>
  outcome(await receiptAction(asked(viewer, pathOf(number), { number }, { intent: 'replace' })));

const save = async (viewer: Viewer, form: Record<string, string>) =>
  outcome(await detailsAction(asked(viewer, '/profile/billing/details', {}, form)));

const german = {
  name: 'Müller & Söhne GmbH',
  address: 'Hauptstr. 1\r\n10115 Berlin',
  taxId: 'DE 123.456/789',
};

describe('a receipt', () => {
  it('is shown to its buyer, in two queries at most, and listed with its payment', async () => {
    const { viewer, number } = await newBuyer();
    const statements = await statementsOf(async () => {
      expect(await show(viewer, number)).toMatchObject({
        number,
        totalCents: 833,
        replacedBy: null,
        further: [],
      });
    });
    expect(statements.filter((text) => text.startsWith('SELECT')).length).toBeLessThanOrEqual(6);
    const { rows: payments } = await listPayments(viewer.id);
    expect(payments).toMatchObject([{ documents: [{ kind: 'receipt', number }] }]);
  });

  it.each(['R-2026-999999', 'R-2026-1', 'nothing', "R-2026-000001'", 'r-2026-000001', '', 'R-2026-000001\0'])(
    'that is not there is answered 404: %j',
    async (number) => {
      const viewer = await newViewer();
      for (const ask of [show, pdf])
        await expect(ask(viewer, number)).rejects.toMatchObject({ init: { status: 404 } });
      expect((await replace(viewer, number)).status).toBe(404);
    },
  );

  it('of somebody else is answered as if it were not there', async () => {
    const { number } = await newBuyer();
    const other = await newViewer({ role: 'admin' });
    for (const ask of [show, pdf])
      await expect(ask(other, number)).rejects.toMatchObject({ init: { status: 404 } });
    expect((await replace(other, number)).status).toBe(404);
    expect(await prisma().receipt.count({ where: { userId: other.id } })).toBe(0);
  });

  it.each([
    { name: 'Ελένη Παπαδοπούλου', address: 'Λεωφόρος Κηφισίας 12\r\nΑθήνα' },
    { name: 'Nguyễn Văn Đức', address: '25 Đường Lê Lợi\r\nHồ Chí Minh' },
    { name: '田中太郎', address: '東京都千代田区丸の内' },
    { name: 'חברת הדוגמה', address: 'רחוב הרצל\r\nישראל' },
    { name: 'شركة المثال', address: 'شارع الملك فهد\r\nالرياض' },
    { name: 'श्रीनिवास क्षत्रिय', address: 'नई दिल्ली' },
  ])('shows its buyer in their own letters: $name', async ({ name, address }) => {
    const { viewer, number } = await newBuyer();
    await save(viewer, { name, address, taxId: '' });
    await replace(viewer, number);
    const { replacedBy } = await show(viewer, number);
    const { pages } = await readPdf(
      new Uint8Array(await (await pdf(viewer, replacedBy ?? '')).arrayBuffer()),
    );
    const letters = pages[0]?.replace(/\s/g, '');
    for (const line of [name, ...address.split('\r\n')]) expect(letters).toContain(line.replaceAll(' ', ''));
    expect(pages[0]).not.toMatch(/[?□]/);
  });

  it('says on its page and in its PDF that a character cannot be shown there', async () => {
    const { viewer, number } = await newBuyer();
    await save(viewer, { name: 'Runar ᚠᚢ', address: 'Oslo', taxId: '' });
    await replace(viewer, number);
    const { replacedBy } = await show(viewer, number);
    const asking = asked(viewer, pathOf(replacedBy ?? ''), { number: replacedBy ?? '' });
    expect((await receiptLoader(asking)).unprintable).toEqual(['ᚠ', 'ᚢ']);
    const { pages } = await readPdf(
      new Uint8Array(await (await pdf(viewer, replacedBy ?? '')).arrayBuffer()),
    );
    expect(pages[0]).toContain('□ stands for a character that this file cannot show');
  });

  it('is a PDF for screen readers too, the same bytes each time', async () => {
    const { viewer, number } = await newBuyer();
    const answer = await pdf(viewer, number);
    expect(answer.headers.get('Content-Type')).toBe('application/pdf');
    expect(answer.headers.get('Content-Disposition')).toBe(`attachment; filename="receipt-${number}.pdf"`);
    expect(answer.headers.get('Cache-Control')).toContain('private');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(new Uint8Array(await (await pdf(viewer, number)).arrayBuffer())).toEqual(bytes);
    const { pages, roles, info } = await readPdf(bytes);
    expect(pages).toHaveLength(1);
    for (const text of [
      number,
      'Test Person',
      'Digital Marketing Domination (ebook)',
      '$7.00',
      '$1.33',
      '$8.33',
    ])
      expect(pages[0]).toContain(text);
    for (const role of ['H1', 'H2', 'Table', 'TR', 'TH', 'TD']) expect([...roles]).toContain(role);
    expect(info).toMatchObject({ Title: `Receipt ${number}` });
  });

  it('shows names in the letters that there are, and none as nothing', async () => {
    const viewer = await newViewer();
    await save(viewer, { name: 'Łukasz Şimşek Ελένη 李', address: 'a\n\nb' });
    await deliverFacts([newEbookSale(viewer.id).paid]);
    const { number } = await prisma().receipt.findFirstOrThrow({ where: { userId: viewer.id } });
    const { pages } = await readPdf(new Uint8Array(await (await pdf(viewer, number)).arrayBuffer()));
    expect(pages[0]?.replaceAll(' ', '')).toContain('ŁukaszŞimşekΕλένη李ab');
    expect((await show(viewer, number)).buyer.name).toBe('Łukasz Şimşek Ελένη 李');
  });
});

describe('details for receipts', () => {
  it('are saved tidied up, and shown again', async () => {
    const { viewer } = await newBuyer();
    expect(await save(viewer, { ...german, name: '  Müller\t& Söhne GmbH ' })).toMatchObject({ status: 303 });
    const { details } = await detailsLoader(asked(viewer, '/profile/billing/details', {}));
    expect(details).toEqual({ ...german, address: 'Hauptstr. 1\n10115 Berlin' });
    expect((await activityOf(viewer.id)).at(-1)).toBe('Billing details saved');
  });

  it.each([
    [{ name: '' }, 'Please enter a name'],
    [{ name: '   ' }, 'Please enter a name'],
    [{ name: 'x'.repeat(121) }, 'at most 120'],
    [{ name: 'A', address: 'x'.repeat(401) }, 'at most 400'],
    [{ name: 'A', address: '1\n2\n3\n4\n5\n6\n7' }, 'at most 6 lines'],
    [{ name: 'A', taxId: '<b>' }, 'letters, digits'],
    [{ name: 'A', taxId: '1'.repeat(41) }, 'at most 40'],
  ])('are refused with words where they do not fit: %j', async (form, said) => {
    const viewer = await newViewer();
    const answer = await save(viewer, form as Record<string, string>);
    expect(answer).toMatchObject({ status: 422, said: expect.stringContaining(said) });
    expect(await prisma().billingDetails.count({ where: { userId: viewer.id } })).toBe(0);
  });
});

describe('a receipt with other details', () => {
  it('is issued anew under a number of its own, once; the one before says so and stays', async () => {
    const { viewer, number, sale } = await newBuyer();
    expect((await replace(viewer, number)).status).toBe(409);
    await save(viewer, german);
    expect(await show(viewer, number)).toMatchObject({ canBeReplaced: true });
    const answers = await Promise.all([replace(viewer, number), replace(viewer, number)]);
    const [{ to }] = answers as [{ to: string }, unknown];
    expect(answers).toEqual([
      { status: 303, to },
      { status: 303, to },
    ]);
    const next = to.split('/').at(-1) ?? '';
    expect(await show(viewer, number)).toMatchObject({
      buyer: { name: 'Test Person' },
      replacedBy: next,
      canBeReplaced: false,
    });
    expect(await show(viewer, next)).toMatchObject({
      buyer: { name: german.name },
      reason: 'replacement',
      refersTo: number,
      totalCents: 833,
      replacedBy: null,
      canBeReplaced: false,
    });
    expect((await subjectsTo(viewer.email)).at(-1)).toBe(`Your receipt ${next}: $8.33`);
    // What goes back is taken from the one that is valid.
    await deliverFacts([sale.refunded(833)]);
    const { further } = await show(viewer, next);
    expect(further).toMatchObject([{ kind: 'credit_note', totalCents: 833 }]);
    expect(await show(viewer, further[0]?.number ?? '')).toMatchObject({ refersTo: next });
    expect((await replace(viewer, further[0]?.number ?? '')).status).toBe(404);
  });

  it('is not asked for without end', async () => {
    const { viewer, number } = await newBuyer();
    const statuses: unknown[] = [];
    for (let press = 0; press < 21; press += 1) statuses.push((await replace(viewer, number)).status);
    expect([statuses[0], statuses[19], statuses[20]]).toEqual([409, 409, 429]);
  });
});
