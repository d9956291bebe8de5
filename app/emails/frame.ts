import { escapeXml } from '#app/platform/documents/escape-xml.ts';
import { darkPalette, palette } from '#app/platform/palette.ts';

// Outlook for Windows renders HTML with Word's engine, which ignores max-width and the padding of anything but table cells. So the layout
// is made of tables, and a conditional table that only Outlook reads sets the width.

const widthPx = 600;

/** For mail clients that support media queries: dark mode, buttons that can be pressed anywhere, and narrower margins on a phone. */
const sheet = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .mail { background: ${darkPalette.paper} !important; color: ${darkPalette.ink} !important; }
  .mail-room { background: ${darkPalette.paper} !important; }
  .mail-inner { color: ${darkPalette.ink} !important; }
  .mail a { color: ${darkPalette.accent} !important; }
  .mail-box { background: ${darkPalette.surface} !important; border-color: ${darkPalette.line} !important; }
  .mail-button { background: ${darkPalette.accent} !important; }
  .mail a.mail-press { color: ${darkPalette.onAccent} !important; }
  .mail-eyebrow { color: ${darkPalette.accent} !important; }
  .mail-small { color: ${darkPalette.muted} !important; }
  .mail-line { border-color: ${darkPalette.line} !important; }
  .mail-code { background: ${darkPalette.sunken} !important; }
  .mail-quote { border-color: ${darkPalette.accent} !important; color: ${darkPalette.muted} !important; }
}
@media screen {
  .mail-button { padding: 0 !important; }
  .mail-press { display: block !important; padding: 12px 20px !important; }
}
@media (max-width: 480px) {
  .mail-room { padding: 12px 8px !important; }
  .mail-inner { padding: 24px 20px !important; }
  .mail-receipt { padding: 16px !important; }
}`;

const font =
  'font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.6;overflow-wrap:anywhere;word-break:break-word';

/** Attributes of a table that is only layout. */
const layoutTable = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** For Outlook: 96 pixels to the inch as elsewhere, and a sans-serif font instead of its default, Times. */
const forWord = `<!--[if mso]><xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>td, p, a, li { font-family: Arial, sans-serif; }</style><![endif]-->`;

/** Keeps the text after the preheader out of the preview that inboxes show. */
const filler = '&#847;&zwnj;&nbsp;'.repeat(60);

/** Wraps a mail's content, which is HTML, in the whole document; inboxes show `preheader` beside the subject. */
export function frameMail(content: string, { subject, preheader }: { subject: string; preheader?: string }) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<meta name="supported-color-schemes" content="light dark"/>
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no"/>
<title>${escapeXml(subject)}</title>
<style>${sheet}</style>
${forWord}
</head>
<body class="mail" style="margin:0;padding:0;background:${palette.paper};color:${palette.ink}">
${preheader ? `<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeXml(preheader)}${filler}</div>` : ''}<table ${layoutTable} width="100%" style="width:100%"><tr><td class="mail-room" align="center" style="padding:32px 16px;background:${palette.paper}">
<!--[if mso]><table ${layoutTable} align="center" width="${widthPx}"><tr><td><![endif]-->
<table ${layoutTable} class="mail-box" width="100%" style="width:100%;max-width:${widthPx}px;margin:0 auto;background:${palette.surface};border:1px solid ${palette.line};border-collapse:separate;border-radius:12px"><tr><td class="mail-inner" align="left" style="padding:32px;color:${palette.ink};text-align:left;${font}">
${content}
</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
}
