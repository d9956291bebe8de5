import type { CSSProperties } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type MailContent, mailContents } from '#app/emails/content.ts';
import { mailPolicies, withoutPersonWords } from '#app/emails/mail-policies.ts';
import { ReceiptBlock, receiptText } from '#app/emails/receipt-block.tsx';
import type {
  MailRecipient,
  MailRenderer,
  MailTemplate,
  MailTemplates,
  RenderedMail,
} from '#app/platform/mail/templates.ts';
import { darkPalette, palette } from '#app/platform/palette.ts';

// Mail programs know no stylesheets: what looks there must be inline.
const styles = {
  body: { margin: 0, padding: '32px 16px', background: palette.paper, color: palette.ink },
  box: {
    maxWidth: '560px',
    margin: '0 auto',
    padding: '32px',
    background: palette.surface,
    border: `1px solid ${palette.line}`,
    borderRadius: '12px',
    fontFamily: 'Arial, Helvetica, sans-serif',
    fontSize: '16px',
    lineHeight: '1.6',
    // A long word or address breaks, rather than widen what it stands in.
    overflowWrap: 'anywhere',
  },
  brand: { margin: '0 0 24px', fontFamily: 'Georgia, serif', fontSize: '20px', fontWeight: 'bold' },
  button: {
    display: 'inline-block',
    padding: '12px 20px',
    background: palette.accent,
    color: palette.onAccent,
    borderRadius: '8px',
    fontWeight: 'bold',
    textDecoration: 'none',
  },
  preheader: { display: 'none', maxHeight: 0, overflow: 'hidden', opacity: 0 },
  eyebrow: { margin: 0, color: palette.accent, fontSize: '14px', fontWeight: 'bold' },
  title: { margin: '4px 0 24px', fontFamily: 'Georgia, serif', fontSize: '28px', lineHeight: '1.25' },
  link: { color: palette.accent },
  small: { color: palette.muted, fontSize: '14px' },
} satisfies Record<string, CSSProperties>;

/** For mail programs that know this much of stylesheets: a dark scheme, and less room lost on a phone. What is inline is for all others. */
const sheet = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .mail { background: ${darkPalette.paper} !important; color: ${darkPalette.ink} !important; }
  .mail a { color: ${darkPalette.accent} !important; }
  .mail-box { background: ${darkPalette.surface} !important; border-color: ${darkPalette.line} !important; }
  .mail a.mail-button { background: ${darkPalette.accent} !important; color: ${darkPalette.onAccent} !important; }
  .mail-eyebrow { color: ${darkPalette.accent} !important; }
  .mail-small { color: ${darkPalette.muted} !important; }
  .mail-line, .mail th, .mail td { border-color: ${darkPalette.line} !important; }
  .mail pre { background: ${darkPalette.sunken} !important; }
  .mail blockquote { border-color: ${darkPalette.accent} !important; color: ${darkPalette.muted} !important; }
}
@media (max-width: 480px) {
  .mail { padding: 12px 8px !important; }
  .mail-box { padding: 24px 20px !important; }
  .mail-receipt { padding: 16px !important; }
}`;

/** Who sends the mail: the name of the site, and who runs it, with a postal address on one line. */
export interface MailSender {
  brandName: string;
  operator: { name: string; address: string };
}

function Mail({ content, sender }: { content: MailContent; sender: MailSender }) {
  const { subject, preheader, title, greeting, paragraphs, body, action, receipt } = content;
  const { closing, further, unsubscribeUrl } = content;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own styles; as a child they would be escaped */}
        <style dangerouslySetInnerHTML={{ __html: sheet }} />
      </head>
      <body className="mail" style={styles.body}>
        {preheader ? <div style={styles.preheader}>{preheader}</div> : null}
        <div className="mail-box" style={styles.box}>
          <p style={styles.brand}>{sender.brandName}</p>
          {title ? (
            <>
              <p className="mail-eyebrow" style={styles.eyebrow}>
                {title.eyebrow}
              </p>
              <h1 style={styles.title}>{title.text}</h1>
            </>
          ) : null}
          <p>{greeting}</p>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {body ? (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: our own content, rendered from Markdown
            <div dangerouslySetInnerHTML={{ __html: body.html }} />
          ) : null}
          {action ? (
            <>
              <p>
                <a href={action.url} className="mail-button" style={styles.button}>
                  {action.label}
                </a>
              </p>
              <p className="mail-small" style={styles.small}>
                If the button does not work, copy this address into your browser:{' '}
                <a href={action.url} style={styles.link}>
                  {action.url}
                </a>
              </p>
            </>
          ) : null}
          {receipt ? <ReceiptBlock receipt={receipt} /> : null}
          {closing ? (
            <p className="mail-small" style={styles.small}>
              {closing}
            </p>
          ) : null}
          {further ? (
            <p className="mail-small" style={styles.small}>
              {further.text}{' '}
              <a href={further.url} style={styles.link}>
                {further.label}
              </a>
            </p>
          ) : null}
          {unsubscribeUrl ? (
            <>
              <p className="mail-small" style={styles.small}>
                <a href={unsubscribeUrl} style={styles.link}>
                  Unsubscribe
                </a>
              </p>
              <p className="mail-small" style={styles.small}>
                {sentBy(sender)}
              </p>
            </>
          ) : null}
        </div>
      </body>
    </html>
  );
}

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

/** Makes the mail renderer of a site: React for the HTML, the same words as text. An address nobody has verified gets fixed words only. */
export function createMailRenderer(sender: MailSender): MailRenderer {
  return <T extends MailTemplate>(
    template: T,
    data: MailTemplates[T],
    { isVerified }: MailRecipient,
  ): RenderedMail => {
    const content = mailContents[template](isVerified ? data : withoutPersonWords(template, data));
    const markup = renderToStaticMarkup(<Mail content={content} sender={sender} />);
    return {
      lane: mailPolicies[template].lane,
      subject: content.subject,
      html: `<!doctype html>${markup}`,
      text: textOf(content, sender),
      headers: { ...automaticHeaders(template), ...headersOf(content) },
    };
  };
}
