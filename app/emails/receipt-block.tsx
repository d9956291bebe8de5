import type { CSSProperties, ReactNode } from 'react';
import type { MailedReceipt } from '#app/platform/mail/content.ts';
import { mailDay, mailMoney } from '#app/platform/mail/wording.ts';
import { palette } from '#app/platform/palette.ts';

const line = `1px solid ${palette.line}`;
const styles = {
  box: { width: '100%', margin: '24px 0', border: line, borderCollapse: 'separate', borderRadius: '8px' },
  inner: { padding: '20px' },
  title: { margin: 0, fontWeight: 'bold' },
  small: { margin: '4px 0 0', color: palette.muted, fontSize: '14px', lineHeight: '1.5' },
  table: { width: '100%', margin: '16px 0', borderCollapse: 'collapse', fontSize: '14px' },
  name: { padding: '6px 12px 6px 0', borderTop: line, textAlign: 'left' },
  cents: { padding: '6px 0', borderTop: line, textAlign: 'right', whiteSpace: 'nowrap' },
} satisfies Record<string, CSSProperties>;

/** Attributes of a table that is only layout. */
const layout = { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0, width: '100%' } as const;

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
    <table {...layout} className="mail-line" style={styles.box}>
      <tbody>
        <tr>
          <td className="mail-receipt" style={styles.inner}>
            <p style={styles.title}>{titleOf(receipt)}</p>
            <Small>{datesOf(receipt)}</Small>
            {reference ? <Small>{reference}</Small> : null}
            <table {...layout} style={styles.table}>
              <tbody>
                {lines.map(({ description, netCents }) => (
                  <Sum key={description} name={description} cents={mailMoney(netCents, currency)} />
                ))}
                <Sum name="Tax" cents={mailMoney(taxCents, currency)} />
                <Sum name={totalLabel(receipt)} cents={mailMoney(totalCents, currency)} style={strong} />
              </tbody>
            </table>
            <Small>{sellerOf(receipt)}</Small>
            <Small>
              <a href={url} style={{ color: palette.accent }}>
                {wholeLabel(receipt)}
              </a>
            </Small>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Sum({ name, cents, style = {} }: { name: string; cents: string; style?: CSSProperties }) {
  return (
    <tr>
      <td className="mail-line" style={{ ...styles.name, ...style }}>
        {name}
      </td>
      <td className="mail-line" align="right" style={{ ...styles.cents, ...style }}>
        {cents}
      </td>
    </tr>
  );
}

const Small = ({ children }: { children: ReactNode }) => (
  <p className="mail-small" style={styles.small}>
    {children}
  </p>
);

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
