import type { CSSProperties, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { frameMail } from '#app/emails/frame.ts';
import { mailPolicies, withoutPersonWords } from '#app/emails/mail-policies.ts';
import { ReceiptBlock, receiptText } from '#app/emails/receipt-block.tsx';
import type { MailContent } from '#app/platform/mail/content.ts';
import type {
  MailRecipient,
  MailRenderer,
  MailTemplate,
  MailTemplates,
  RenderedMail,
} from '#app/platform/mail/templates.ts';
import { palette } from '#app/platform/palette.ts';

// Inline, because not every mail client supports style sheets.
const styles = {
  brand: { margin: '0 0 24px', fontFamily: 'Georgia, serif', fontSize: '20px', fontWeight: 'bold' },
  eyebrow: { margin: 0, color: palette.accent, fontSize: '14px', fontWeight: 'bold' },
  title: { margin: '4px 0 24px', fontFamily: 'Georgia, serif', fontSize: '28px', lineHeight: '1.25' },
  paragraph: { margin: '0 0 16px' },
  buttonTable: { margin: '24px 0', borderCollapse: 'separate' },
  // Outlook for Windows ignores padding and background on links, so the cell has them.
  button: { padding: '12px 20px', background: palette.accent, borderRadius: '8px' },
  press: { color: palette.onAccent, fontWeight: 'bold', textDecoration: 'none' },
  link: { color: palette.accent },
  small: { margin: '0 0 16px', color: palette.muted, fontSize: '14px' },
} satisfies Record<string, CSSProperties>;

/** Who sends the mail: the name of the site, and who runs it, with a postal address on one line. */
interface MailSender {
  brandName: string;
  operator: { name: string; address: string };
}

function Mail({ content, sender }: { content: MailContent; sender: MailSender }) {
  const { title, greeting, paragraphs, body, action, receipt, closing, further, unsubscribeUrl } = content;
  return (
    <>
      <p style={styles.brand}>{sender.brandName}</p>
      {title ? (
        <>
          <p className="mail-eyebrow" style={styles.eyebrow}>
            {title.eyebrow}
          </p>
          <h1 style={styles.title}>{title.text}</h1>
        </>
      ) : null}
      {greeting ? <p style={styles.paragraph}>{greeting}</p> : null}
      {paragraphs.map((paragraph) => (
        <p key={paragraph} style={styles.paragraph}>
          {paragraph}
        </p>
      ))}
      {body ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own content, rendered from Markdown
        <div dangerouslySetInnerHTML={{ __html: body.html }} />
      ) : null}
      {action ? <Action {...action} /> : null}
      {receipt ? <ReceiptBlock receipt={receipt} /> : null}
      {closing ? <Small>{closing}</Small> : null}
      {further ? (
        <Small>
          {further.text} <SmallLink url={further.url}>{further.label}</SmallLink>
        </Small>
      ) : null}
      {unsubscribeUrl ? (
        <>
          <Small>
            <SmallLink url={unsubscribeUrl}>Unsubscribe</SmallLink>
          </Small>
          <Small>{sentBy(sender)}</Small>
        </>
      ) : null}
    </>
  );
}

function Action({ label, url }: { label: string; url: string }) {
  return (
    <>
      <table role="presentation" cellPadding={0} cellSpacing={0} border={0} style={styles.buttonTable}>
        <tbody>
          <tr>
            <td className="mail-button" align="center" style={styles.button}>
              <a href={url} className="mail-press" style={styles.press}>
                {label}
              </a>
            </td>
          </tr>
        </tbody>
      </table>
      <Small>
        If the button does not work, copy this address into your browser:{' '}
        <SmallLink url={url}>{url}</SmallLink>
      </Small>
    </>
  );
}

const Small = ({ children }: { children: ReactNode }) => (
  <p className="mail-small" style={styles.small}>
    {children}
  </p>
);

const SmallLink = ({ url, children }: { url: string; children: ReactNode }) => (
  <a href={url} style={styles.link}>
    {children}
  </a>
);

/** Bulk mail says who sends it, and where they are to be found (P51). */
const sentBy = ({ brandName, operator }: MailSender) =>
  `${brandName} is run by ${operator.name}, ${operator.address}.`;

function textOf(content: MailContent, sender: MailSender): string {
  const { title, greeting, paragraphs, body, action, receipt, closing, further, unsubscribeUrl } = content;
  const parts = [
    title && `${title.eyebrow}\n${title.text}`,
    greeting,
    ...paragraphs,
    body?.text,
    action && `${action.label}:\n${action.url}`,
    receipt && receiptText(receipt),
    closing,
    further && `${further.text} ${further.label}\n${further.url}`,
    unsubscribeUrl && `Unsubscribe:\n${unsubscribeUrl}`,
    unsubscribeUrl && sentBy(sender),
    sender.brandName,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** That no machine answers a mail that none of the team wrote (RFC 3834, and Exchange's own way); of letters to many, that they are. */
function automaticHeaders(template: MailTemplate): Record<string, string> {
  const { lane, isWrittenBy = 'site' } = mailPolicies[template];
  if (isWrittenBy === 'person') return {};
  return {
    'Auto-Submitted': isWrittenBy === 'site' ? 'auto-generated' : 'auto-replied',
    'X-Auto-Response-Suppress': 'All',
    ...(lane === 'bulk' ? { Precedence: 'bulk' } : {}),
  };
}

/** Lets mail programs offer to unsubscribe with one click (RFC 2369 and 8058), and answers go to whom they are meant for. */
const headersOf = ({ unsubscribeUrl, replyTo, threading }: MailContent): Record<string, string> => ({
  ...(unsubscribeUrl
    ? { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {}),
  ...(replyTo ? { 'Reply-To': replyTo } : {}),
  ...(threading?.messageId ? { 'Message-ID': threading.messageId } : {}),
  ...(threading?.inReplyTo ? { 'In-Reply-To': threading.inReplyTo } : {}),
  ...(threading?.references ? { References: threading.references } : {}),
  ...(threading?.replyTo ? { 'Reply-To': threading.replyTo } : {}),
});

/** The function that writes each mail. */
type MailWriters = { [T in MailTemplate]: (data: MailTemplates[T]) => MailContent };

/** Makes the mail renderer of a site: React for the HTML, the same words as text. An address nobody has verified gets fixed words only. */
export function createMailRenderer(mails: MailWriters, sender: MailSender): MailRenderer {
  return <T extends MailTemplate>(
    template: T,
    data: MailTemplates[T],
    { isVerified }: MailRecipient,
  ): RenderedMail => {
    const words: MailTemplates[T] & { name?: string } = isVerified
      ? data
      : withoutPersonWords(template, data);
    const { greeting = words.name ? `Hello ${words.name},` : 'Hello,', ...content } = mails[template](words);
    const markup = renderToStaticMarkup(<Mail content={{ ...content, greeting }} sender={sender} />);
    return {
      lane: mailPolicies[template].lane,
      subject: content.subject,
      html: frameMail(markup, content),
      text: textOf({ ...content, greeting }, sender),
      headers: { ...automaticHeaders(template), ...headersOf(content) },
    };
  };
}
