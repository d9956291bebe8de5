import type { CSSProperties } from 'react';
import { mailDay, mailMoney } from '#app/emails/figures.ts';
import type { MailTemplates } from '#app/platform/mail/templates.ts';
import { palette } from '#app/platform/palette.ts';

/** A receipt or credit note within a mail. */
export type MailedReceipt = MailTemplates['receipt']['receipt'];

const line = `1px solid ${palette.line}`;
const styles = {
  box: { margin: '24px 0', padding: '20px', border: line, borderRadius: '8px' },
  title: { margin: 0, fontWeight: 'bold' },
  small: { margin: '4px 0 0', color: palette.muted, fontSize: '14px', lineHeight: '1.5' },
  table: { width: '100%', margin: '16px 0', borderCollapse: 'collapse', fontSize: '14px' },
  name: { padding: '6px 12px 6px 0', borderTop: line, textAlign: 'left', fontWeight: 'normal' },
  cents: { padding: '6px 0', borderTop: line, textAlign: 'right', whiteSpace: 'nowrap' },
} satisfies Record<string, CSSProperties>;

const strong = { fontWeight: 'bold' } as const;

const titleOf = ({ kind, number }: MailedReceipt) =>
  `${kind === 'receipt' ? 'Receipt' : 'Credit note'} ${number}`;

/** When it was issued, and paid or given back for what. */
const datesOf = ({ kind, issuedAt, paidAt, paidWith }: MailedReceipt) =>
  kind === 'receipt'
    ? `Issued ${mailDay(issuedAt)}. Paid ${paidWith} on ${mailDay(paidAt)}.`
    : `Issued ${mailDay(issuedAt)}. For what was paid ${paidWith} on ${mailDay(paidAt)}.`;

const totalLabel = ({ kind }: MailedReceipt) => (kind === 'receipt' ? 'Total' : 'Total credited');

const sellerOf = ({ seller: { name, address, taxId } }: MailedReceipt) =>
  [name, address, taxId && `Tax id ${taxId}`].filter(Boolean).join(', ');

const wholeLabel = ({ kind }: MailedReceipt) =>
  kind === 'receipt' ? 'See the receipt, or save it as PDF' : 'See the credit note, or save it as PDF';

/** The essentials of a receipt, and where it is to be had whole. */
export function ReceiptBlock({ receipt }: { receipt: MailedReceipt }) {
  const { lines, taxCents, totalCents, currency, reference, url } = receipt;
  return (
    <div className="mail-line mail-receipt" style={styles.box}>
      <p style={styles.title}>{titleOf(receipt)}</p>
      <p className="mail-small" style={styles.small}>
        {datesOf(receipt)}
      </p>
      {reference ? (
        <p className="mail-small" style={styles.small}>
          {reference}
        </p>
      ) : null}
      <table style={styles.table}>
        <tbody>
          {lines.map(({ description, netCents }) => (
            <tr key={description}>
              <th scope="row" style={styles.name}>
                {description}
              </th>
              <td style={styles.cents}>{mailMoney(netCents, currency)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row" style={styles.name}>
              Tax
            </th>
            <td style={styles.cents}>{mailMoney(taxCents, currency)}</td>
          </tr>
          <tr>
            <th scope="row" style={{ ...styles.name, ...strong }}>
              {totalLabel(receipt)}
            </th>
            <td style={{ ...styles.cents, ...strong }}>{mailMoney(totalCents, currency)}</td>
          </tr>
        </tbody>
      </table>
      <p className="mail-small" style={styles.small}>
        {sellerOf(receipt)}
      </p>
      <p className="mail-small" style={styles.small}>
        <a href={url} style={{ color: palette.accent }}>
          {wholeLabel(receipt)}
        </a>
      </p>
    </div>
  );
}

/** The same as text. */
export function receiptText(receipt: MailedReceipt): string {
  const { lines, taxCents, totalCents, currency, reference, url } = receipt;
  return [
    titleOf(receipt),
    datesOf(receipt),
    reference,
    ...lines.map(({ description, netCents }) => `${description}: ${mailMoney(netCents, currency)}`),
    `Tax: ${mailMoney(taxCents, currency)}`,
    `${totalLabel(receipt)}: ${mailMoney(totalCents, currency)}`,
    sellerOf(receipt),
    `${wholeLabel(receipt)}:`,
    url,
  ]
    .filter(Boolean)
    .join('\n');
}
