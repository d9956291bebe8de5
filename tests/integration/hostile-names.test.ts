import { beforeAll, describe, expect, it } from 'vitest';
import { writeCertificatePdf } from '#app/domain/learning/quizzes/certificate-pdf.server.ts';
import type { ReceiptDocument } from '#app/domain/selling/receipts/document.ts';
import { writeReceiptPdf } from '#app/domain/selling/receipts/receipt-pdf.server.ts';
import { longestTurnMs } from '#tests/integration/longest-turn.ts';

const seller = { name: 'Academy', address: '1 Example Street', taxId: '' };
const at = new Date('2026-11-26T12:00:00Z');
const receiptFor = (name: string, address: string): ReceiptDocument => ({
  ...{ kind: 'receipt', number: 'R-2026-000001', reason: 'payment', refersTo: null, paidWith: 'by card' },
  ...{ seller, buyer: { name, address, taxId: '' }, currency: 'usd', paidAt: at, issuedAt: at },
  ...{ netCents: 4_700, taxCents: 0, totalCents: 4_700 },
  lines: [{ description: 'Membership', periodStart: null, periodEnd: null, netCents: 4_700 }],
});
/** Characters from all over the Chinese ones: each of the fonts that have them is opened. */
const manyFonts = Array.from({ length: 300 }, (_, index) => String.fromCodePoint(0x4e00 + 67 * index)).join(
  '',
);

describe('the thread that serves', () => {
  // What any document costs it once.
  beforeAll(() => writeReceiptPdf(receiptFor('Ada', '1 Example Street')));

  it.each([
    ['Arabic', 'محمد عبد الرحمن', 'شارع الملك فهد'],
    ['Chinese', '欧阳锋责任有限公司', '上海市浦东新区世纪大道100号'],
    ['Japanese', '渡邉 髙﨑株式会社', '東京都千代田区'],
    ['emoji', '👩‍💻🇩🇪👍🏽', 'x'],
    ['letters of every font', '你好', manyFonts],
  ])(
    'answers others while a receipt and a certificate are made in %s',
    async (_, name, address) => {
      const course = { slug: 'seo', topic: 'search' as const, title: 'SEO', outcomes: [] };
      const files: Buffer[] = [];
      const longest = await longestTurnMs(async () => {
        files.push(await writeReceiptPdf(receiptFor(name, address)));
        files.push(await writeCertificatePdf({ code: 'abcd', name, course, earnedAt: at, isShown: true }));
      });
      for (const file of files) expect(file.subarray(0, 5).toString()).toBe('%PDF-');
      expect(longest).toBeLessThan(100);
    },
    120_000,
  );
});
